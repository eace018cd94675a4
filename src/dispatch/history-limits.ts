/** What is kept of the past. Moments are epoch milliseconds. */
export interface HistoryLimits {
  /** What ended before this is old. */
  readonly oldBefore: number;
  /** What came before this can no longer be sent again by GitHub. */
  readonly finalBefore: number;
}

const DAY_MS = 86_400_000;
/** GitHub offers to send a delivery again for three days; one more for clocks that disagree. */
const REDELIVERY_DAYS = 4;

/** A shorter time than GitHub's own would forget ids that can still come again. */
export function historyLimits(now: number, retainDays: number): HistoryLimits {
  return {
    oldBefore: now - Math.max(retainDays, REDELIVERY_DAYS) * DAY_MS,
    finalBefore: now - REDELIVERY_DAYS * DAY_MS,
  };
}
