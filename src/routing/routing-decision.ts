import type { WorkItemRef } from '../sessions/work-item-ref.js';
import type { IgnoreReason } from './ignore-reason.js';

/** Why a pull request of another repository got no session of its own. */
export type DeclineReason =
  | 'mode-never'
  | 'no-separate-checkout'
  | 'workspace-failed'
  | 'shared-worktree'
  | 'harness-unavailable'
  | 'fork-not-allowed';

/**
 * What an event leads to. `rule` names the rule that made it. Exactly one session is resumed or started per delivery;
 * a close may end several.
 */
export type RoutingDecision =
  | {
      readonly kind: 'resume';
      readonly sessionId: string;
      readonly reason: 'matched' | 'binding' | 'endpoint' | 'reopened' | 'pr-session-declined';
      readonly declined?: DeclineReason;
    }
  | {
      readonly kind: 'spawn';
      readonly workItem: WorkItemRef;
      readonly harness: string;
      readonly reason: 'label' | 'policy-always' | 'cross-repo-endpoint';
      /** For a pull request's own session: the work item it contributes to, and the checkout it needs. */
      readonly endpointOf?: WorkItemRef;
      readonly checkout?: { readonly repository: string; readonly branch: string | null };
    }
  | { readonly kind: 'close'; readonly sessionId: string; readonly reason: 'pr-merged' | 'pr-closed' | 'issue-closed' | 'issue-deleted' }
  | { readonly kind: 'ignore'; readonly reason: IgnoreReason };

/** Facts learnt from an event whatever was decided: they are stored in the same transaction. */
export interface RoutingFacts {
  /** Pull requests to record on a session: links found once are kept. */
  readonly links: readonly { readonly sessionId: string; readonly ref: WorkItemRef; readonly source: 'closing-keyword' | 'head-branch' }[];
  /** A recorded pull request that was closed or reopened. */
  readonly linkStates: readonly { readonly ref: WorkItemRef; readonly open: boolean }[];
  /** Sessions kept open although one of their pull requests ended. */
  readonly keptOpen: readonly { readonly sessionId: string; readonly ref: WorkItemRef }[];
}

/** The answer of `decide`: what happens, what was learnt, and what it rests on. */
export interface Verdict {
  readonly decisions: readonly RoutingDecision[];
  readonly facts: RoutingFacts;
  /** One plain sentence naming the rule, for whoever asks why. */
  readonly because: string;
}
