import type { DispatchEntity } from '../../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../../database/entities/session.entity.js';
import { holdOf } from '../../dispatch/session-hold.js';

type SessionState = Pick<SessionEntity, 'id' | 'status' | 'statusReason' | 'workItem'>;
type Row = Pick<DispatchEntity, 'sessionId' | 'state' | 'outcome' | 'detail' | 'heldUntil'>;

/** Why the events of one session wait. */
export interface WaitingView {
  readonly sessionId: string;
  /** The stable word. */
  readonly reason: string;
  readonly sentence: string;
  /** Epoch milliseconds; null when it waits for somebody or for another turn. */
  readonly until: number | null;
}

const SET_ASIDE = 'queue it again with "the-loop dispatches retry" or drop it with "the-loop dispatches cancel"';

/** The first cause of a session's wait, the one that has to be dealt with; undefined when nothing of it waits. */
export function waitingView(session: SessionState, rows: readonly Row[]): WaitingView | undefined {
  const of = (reason: string, sentence: string, until: number | null = null): WaitingView => {
    return { sessionId: session.id, reason, sentence, until };
  };
  const ownWait = holdOf(session);
  if (ownWait !== undefined) {
    const because = session.statusReason === null ? '' : ` (${session.statusReason})`;
    return of(session.status, ownWait.detail + because);
  }
  const quarantined = rows.find(({ state }) => state === 'quarantined');
  const head = rows.find(({ state }) => state !== 'quarantined');
  if (head === undefined) {
    return (
      quarantined && of('quarantined', quarantined.detail ?? `An event was tried twice and is set aside; ${SET_ASIDE}`)
    );
  }
  if (head.state === 'held') {
    return of(
      head.outcome ?? 'held',
      head.detail ?? `The next event is held: ${head.outcome ?? 'no reason recorded'}`,
      head.heldUntil,
    );
  }
  const isBusy = rows.some(({ state }) => state === 'running');
  if (isBusy && rows.every(({ state }) => state === 'running' || state === 'quarantined')) return undefined;
  if (isBusy) return of('busy', 'A turn of the session runs; the rest follows in order');
  return of('queued', 'The next event waits for a free slot, for its quiet window, or for the checkout it needs');
}
