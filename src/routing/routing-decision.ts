import type { WorkItemRef } from '../sessions/work-item-ref.js';
import type { CloseReason, DeclineReason, ResumeReason, SpawnReason } from './decision-reason.js';
import type { IgnoreReason } from './ignore-reason.js';
import type { LinkEvidence, Mention } from './mention.js';
import type { SuiteReport } from './suite-report.js';

/** What an event leads to. Exactly one session is resumed or started per delivery; a close may end several. */
export type RoutingDecision =
  | {
      readonly kind: 'resume';
      readonly sessionId: string;
      readonly reason: ResumeReason;
      /** Why a pull request of another repository got no session of its own. */
      readonly declined?: DeclineReason;
    }
  | {
      readonly kind: 'spawn';
      readonly workItem: WorkItemRef;
      /** GitHub's id of the work item's repository; null when the event does not show it. */
      readonly repositoryId: number | null;
      readonly harness: string;
      readonly reason: SpawnReason;
      /** For a pull request's own session: the work item it contributes to, and the checkout it needs. */
      readonly endpointOf?: WorkItemRef;
      readonly checkout?: { readonly repository: string; readonly branch: string | null };
    }
  | { readonly kind: 'close'; readonly sessionId: string; readonly reason: CloseReason }
  | { readonly kind: 'ignore'; readonly reason: IgnoreReason };

/** Facts learnt from an event whatever was decided: they are stored in the same transaction. */
export interface RoutingFacts {
  /** Pull requests to record on a session: links found once are kept. */
  readonly links: readonly {
    readonly sessionId: string;
    readonly ref: WorkItemRef;
    readonly source: LinkEvidence;
  }[];
  /** A recorded pull request that was closed or reopened. */
  readonly linkStates: readonly { readonly ref: WorkItemRef; readonly open: boolean }[];
  /** Sessions kept open although one of their pull requests ended. */
  readonly keptOpen: readonly { readonly sessionId: string; readonly ref: WorkItemRef }[];
  /** Sessions whose issue was transferred, with its new name. */
  readonly moves: readonly {
    readonly sessionId: string;
    readonly to: WorkItemRef;
    readonly repositoryId: number | null;
  }[];
  /** What is known of the event's CI suite after it; null for an event without one. */
  readonly suite: SuiteReport | null;
}

/** The answer of `decide`: what happens, what was learnt, and what it rests on. */
export interface Verdict {
  readonly decisions: readonly RoutingDecision[];
  readonly facts: RoutingFacts;
  /** Every work item that was considered, those found through stored heads and recorded links included. */
  readonly mentions: readonly Mention[];
  /** One plain sentence naming the rule, for whoever asks why. */
  readonly because: string;
}
