import type { Tx } from '../database/database.tx.js';
import { DispatchEntity, type DispatchState } from '../database/entities/dispatch.entity.js';
import { PROCESSED, UNFINISHED, WAITING } from './dispatch-transitions.js';

/** The queue as it stands: every question about rows, none of which changes one. */
export abstract class DispatchRows {
  get(tx: Tx, id: string): DispatchEntity | undefined {
    return tx.one(DispatchEntity, { id });
  }

  /** A row and, after it, the rows its turn delivers too. */
  turn(tx: Tx, id: string): DispatchEntity[] {
    const head = this.get(tx, id);
    if (head === undefined) return [];
    return [head, ...tx.many(DispatchEntity, { batchedWith: id, state: head.state }, { by: 'seq' })];
  }

  unfinished(tx: Tx, sessionId: string, states: readonly DispatchState[] = UNFINISHED): DispatchEntity[] {
    return tx.many(DispatchEntity, { sessionId, state: states }, { by: 'seq' });
  }

  /** The heads of turns that are going on, or were when the server ended. */
  running(tx: Tx): DispatchEntity[] {
    return tx.many(DispatchEntity, { state: 'running', batchedWith: null }, { by: 'seq' });
  }

  /** Of every session that has queued rows the first one, in the order of the inbox. */
  firstOfEach(tx: Tx): DispatchEntity[] {
    return tx.select<Record<string, unknown>>(FIRST_OF_EACH).map((row) => tx.hydrate(DispatchEntity, row));
  }

  /** Held rows that wait for a time. */
  due(tx: Tx): DispatchEntity[] {
    return tx.many(DispatchEntity, { state: 'held' }, { by: 'seq' }).filter((row) => row.heldUntil !== null);
  }

  /** A dispatch of this delivery waits, runs or has succeeded. */
  processed(tx: Tx, deliveryId: string): boolean {
    return tx.count(DispatchEntity, { deliveryId, state: PROCESSED }) > 0;
  }

  /** The sessions for which it does. */
  receivers(tx: Tx, deliveryId: string): string[] {
    return tx.many(DispatchEntity, { deliveryId, state: PROCESSED }).map(({ sessionId }) => sessionId);
  }

  /** Rows that wait, in all sessions. */
  waiting(tx: Tx): number {
    return tx.count(DispatchEntity, { state: WAITING });
  }

  waitingOf(tx: Tx, sessionId: string): number {
    return tx.count(DispatchEntity, { sessionId, state: WAITING });
  }
}

const FIRST_OF_EACH = `
  SELECT * FROM dispatch
   WHERE seq IN (SELECT min(seq) FROM dispatch WHERE state = 'queued' GROUP BY sessionId) ORDER BY seq`;
