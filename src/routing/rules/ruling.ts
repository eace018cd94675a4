import type { IgnoreReason } from '../ignore-reason.js';
import type { RoutingDecision, RoutingFacts } from '../routing-decision.js';

/** What a rule answers when it is the one that decides: the decisions, and the sentence for whoever asks why. */
export interface Ruling {
  readonly decisions: readonly RoutingDecision[];
  readonly because: string;
  readonly keptOpen?: RoutingFacts['keptOpen'];
}

export function ruled(decision: RoutingDecision, because: string): Ruling {
  return { decisions: [decision], because };
}

export function ignored(reason: IgnoreReason, because: string): Ruling {
  return ruled({ kind: 'ignore', reason }, because);
}
