export interface BatchingPolicy {
  readonly mode: 'off' | 'queued';
  readonly quietSeconds: number;
  readonly maxWaitSeconds: number;
  readonly maxEvents: number;
}

export interface Arrival {
  readonly kind: 'resume' | 'spawn' | 'close';
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly attempts: number;
}

/**
 * The rows that may share a turn with the first: those that follow it without a gap, up to the bound. Only events for a
 * conversation that exists; a close is never taken along, nor passed over. A row whose turn was cut before runs
 * alone, so that the one that breaks the turn takes no other with it.
 */
export function companions<R extends Arrival>(waiting: readonly R[], policy: BatchingPolicy): R[] {
  if (policy.mode === 'off') return [];
  const shared = (row: R): boolean => row.kind === 'resume' && row.attempts === 0;
  const first = waiting.findIndex((row) => !shared(row));
  return waiting.slice(0, first === -1 ? undefined : first).slice(1, policy.maxEvents);
}

/** How long the first row still waits for others to come, in milliseconds; a steady stream ends at the upper bound. */
export function quietFor(waiting: readonly Arrival[], policy: BatchingPolicy, now: number): number {
  const [first] = waiting;
  if (policy.mode === 'off' || first === undefined || first.kind !== 'resume' || first.attempts > 0) return 0;
  const batch = [first, ...companions(waiting, policy)];
  if (batch.length >= policy.maxEvents || batch.length < waiting.length) return 0;
  const quiet = batch.at(-1)!.createdAt + policy.quietSeconds * 1000 - now;
  const bound = first.createdAt + policy.maxWaitSeconds * 1000 - now;
  // The clock may have been set back since: nobody waits longer than a whole window.
  return Math.max(0, Math.min(quiet, bound, policy.quietSeconds * 1000));
}
