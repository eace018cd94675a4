import type { DecisionFields } from './delivery-fields.js';
import type { Detail } from './details.js';

/** How an event was decided, for people. */
export function decisionDetails({ because, mentions, steps }: DecisionFields): Detail[] {
  return [
    ['because', because],
    ...mentions.map(({ workItem, evidence, field }): Detail => ['names', `${workItem} (${evidence}, ${field})`]),
    ...steps.map(({ kind, reason, workItem, sessionId }): Detail => [
      'leads to',
      [kind, workItem ?? sessionId, `(${reason})`].filter(Boolean).join(' '),
    ]),
  ];
}
