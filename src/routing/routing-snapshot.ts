import type { SessionView } from '../sessions/session-view.js';
import type { WorkItemRef } from '../sessions/work-item-ref.js';
import type { SuiteReport } from './suite-report.js';

/** Everything stored that a decision may depend on, read inside the transaction that decides. */
export interface RoutingSnapshot {
  /** This delivery id was processed before: a dispatch of it waits, runs or has succeeded. */
  readonly processed: boolean;
  /**
   * Sessions whose own record says they had this delivery id, although the delivery itself is not stored here: they came
   * from another registry. It is a repetition for them and news for everybody else.
   */
  readonly hadBy: ReadonlySet<string>;
  /** The id of another processed delivery with the same event and the same content. */
  readonly sameContentAs: string | null;
  /**
   * Sessions that own a mentioned item or have it as a recorded link, open ones and for each item the one closed last;
   * for a pull request's own session also the session of the item it contributes to. At most one open session per item.
   */
  readonly sessions: readonly SessionView[];
  /** Pull requests whose recorded head is the event's head sha. */
  readonly heads: readonly KnownHead[];
  /** Keys of mentioned items that an earlier delivery was about: those exist. */
  readonly knownItems: ReadonlySet<string>;
  /** What the deliveries of this CI suite have told so far; null for the first one. */
  readonly suite: SuiteReport | null;
}

/** A pull request as its own events showed it. */
export interface KnownHead {
  readonly ref: WorkItemRef;
  readonly headRepositoryId: number | null;
  readonly baseRepositoryId: number;
}
