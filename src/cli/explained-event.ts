import { isPlainObject } from '../config/plain-object.js';
import type { DecisionFields } from './delivery-fields.js';

/** An event to be explained, in the form the server takes it. */
export interface EventLine {
  readonly event: string;
  /** JSON text. */
  readonly payload: string;
}

/** What the server answers. */
export interface Explanation {
  readonly outcome: string;
  readonly reason: string;
  readonly explanation: string;
  readonly refs: readonly string[];
  readonly decision: DecisionFields;
}

/** One explained event for programs: what it names, what would become of it, and why. */
export interface ExplainedEvent {
  readonly refs: readonly string[];
  readonly mentions: readonly { readonly ref: string; readonly evidence: string; readonly field: string }[];
  readonly decision: string;
  readonly reason: string;
  readonly because: string;
  readonly steps: DecisionFields['steps'];
}

/** The control listener takes 1 MiB in one request. */
const MOST_BYTES = 1_000_000;

/** Reads one line `{"event": …, "payload": …}`; what cannot be explained is explained as that. */
export function readEventLine(line: string): EventLine | ExplainedEvent {
  const record = parsed(line);
  if (record === undefined) return unexplained('invalid-json', 'The line is not JSON');
  if (!isPlainObject(record))
    return unexplained('invalid-payload', 'The line is no JSON object with "event" and "payload"');
  const { event, payload } = record;
  if (typeof event !== 'string' || event === '') return unexplained('missing-event', 'The line names no "event"');
  if (!isPlainObject(payload)) return unexplained('invalid-payload', 'The "payload" is no JSON object');
  const text = JSON.stringify(payload);
  if (new TextEncoder().encode(JSON.stringify(text)).length > MOST_BYTES) {
    return unexplained(
      'body-too-large',
      `The "payload" is larger than the ${MOST_BYTES} bytes the server takes at once`,
    );
  }
  return { event, payload: text };
}

export function explainedEvent({ reason, explanation, refs, decision }: Explanation): ExplainedEvent {
  const { mentions, steps } = decision;
  return {
    refs,
    mentions: mentions.map(({ workItem, evidence, field }) => ({ ref: workItem, evidence, field })),
    decision: steps.find(({ kind }) => kind !== 'ignore')?.kind ?? 'ignore',
    reason,
    because: explanation,
    steps,
  };
}

export function unexplained(reason: string, because: string): ExplainedEvent {
  return { refs: [], mentions: [], decision: 'ignore', reason, because, steps: [] };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
