import type { DispatchState } from '../database/entities/dispatch.entity.js';

/**
 * Every arrow a row may take; each has one verb in dispatch.queue.ts.
 * queued: waits for its turn · held: waits for a time or a person · running: its turn goes on, or is owed a verdict ·
 * interrupted: its turn was cut · quarantined: cut twice, set aside for the owner.
 */
export const DISPATCH_TRANSITIONS = {
  queued: ['running', 'held', 'cancelled'],
  held: ['queued', 'cancelled'],
  running: ['succeeded', 'failed', 'held', 'interrupted'],
  interrupted: ['queued', 'quarantined', 'cancelled'],
  failed: ['queued'],
  quarantined: ['queued'],
  succeeded: [],
  cancelled: [],
} as const satisfies Record<DispatchState, readonly DispatchState[]>;

/** Rows that still have something before them; nothing later of their session may overtake them. */
export const UNFINISHED = ['queued', 'held', 'running', 'interrupted'] as const satisfies readonly DispatchState[];

/** Of these, the ones whose turn has not begun. */
export const WAITING = ['queued', 'held', 'interrupted'] as const satisfies readonly DispatchState[];

/** Rows whose delivery counts as processed: it will be, is being, or has been given to its session. */
export const PROCESSED = [...UNFINISHED, 'succeeded'] as const satisfies readonly DispatchState[];

/** Rows that are over, though a failed one may be tried again; what is quarantined still waits for its owner. */
export const OVER = ['succeeded', 'failed', 'cancelled'] as const satisfies readonly DispatchState[];

/** The states from which `to` can be reached. */
export function statesBefore(to: DispatchState): DispatchState[] {
  return (Object.keys(DISPATCH_TRANSITIONS) as DispatchState[]).filter((from) =>
    (DISPATCH_TRANSITIONS[from] as readonly DispatchState[]).includes(to),
  );
}
