import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';

export class DispatchNotFoundError extends Error {
  readonly code = 'dispatch-not-found';

  constructor(readonly wanted: string) {
    super(`No dispatch "${wanted}" is known; "the-loop dispatches list" shows them`);
  }
}

/** The row is in a state from which the wish leads nowhere. */
export class DispatchStateError extends Error {
  readonly code = 'dispatch-state';

  constructor(
    act: 'cancel' | 'retry',
    readonly row: Pick<DispatchEntity, 'id' | 'state' | 'batchedWith'>,
  ) {
    super(`Cannot ${act} dispatch "${row.id}": it is ${row.state}${advice(act, row)}`);
  }
}

/** The session is in a state from which the wish leads nowhere. */
export class SessionStateError extends Error {
  readonly code = 'session-state';

  constructor(
    act: string,
    readonly session: Pick<SessionEntity, 'id' | 'workItem' | 'status'>,
    advice: string,
  ) {
    super(`Cannot ${act} "${session.workItem}": its session ${session.id} is ${session.status}; ${advice}`);
  }
}

function advice(
  act: 'cancel' | 'retry',
  { state, batchedWith }: Pick<DispatchEntity, 'state' | 'batchedWith'>,
): string {
  if (act === 'cancel' && state === 'running') return `, as part of the turn of "${batchedWith}"; cancel that one`;
  return act === 'cancel' ? '; only what waits or runs can be cancelled' : '; only what failed or is quarantined can be tried again'; // prettier-ignore
}
