/**
 * What the deliveries of one CI suite have told so far, left behind by each for the next. GitHub counts the attempts of a
 * suite in workflow_run only; the other events are told apart by when they began and ended.
 */
export interface SuiteReport {
  readonly attempt: number;
  /** The delivery through which a failure of this attempt has woken a session. */
  readonly reportedBy: string | null;
  /** When this attempt ended as a whole, epoch milliseconds; null while it runs. */
  readonly endedAt: number | null;
  /** The events that have told the end of this attempt. */
  readonly endedBy: readonly string[];
  /** When the attempt before this one ended: what began earlier belongs to that one. */
  readonly formerEndedAt: number | null;
  /** Checks that failed in this attempt, with the time they ended. */
  readonly failed: Readonly<Record<string, number>>;
}
