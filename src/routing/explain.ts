import { formatWorkItemRef } from '../sessions/work-item-ref.js';
import type { Mention } from './mention.js';
import type { RoutingDecision, Verdict } from './routing-decision.js';

/** The answer to "why did this event go there?". */
export interface Explanation {
  /** The work items the event itself names, in order. */
  readonly refs: readonly string[];
  /** Every work item that was considered, with the evidence and the field it rests on. */
  readonly mentions: readonly { readonly ref: string; readonly evidence: string; readonly field: string }[];
  readonly decision: RoutingDecision['kind'];
  readonly reason: string;
  readonly because: string;
  /** What exactly would happen, one entry per session concerned. */
  readonly decisions: readonly RoutingDecision[];
}

/** Puts a verdict into words. `named` are the mentions of the event itself, before anything stored was asked. */
export function explain(named: readonly Mention[], verdict: Verdict): Explanation {
  const [first] = verdict.decisions;
  return {
    refs: named.map(({ ref }) => formatWorkItemRef(ref)),
    mentions: verdict.mentions.map(({ ref, evidence, field }) => ({ ref: formatWorkItemRef(ref), evidence, field })),
    decision: first?.kind ?? 'ignore',
    reason: first?.reason ?? 'no-work-item',
    because: verdict.because,
    decisions: verdict.decisions,
  };
}
