import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { SessionStore } from '../sessions/session.store.js';
import { DispatchNotFoundError, DispatchStateError, SessionStateError } from './dispatch-errors.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker, type Freed } from './dispatch.waker.js';
import { RunningTurns } from './running.turns.js';

/** What the owner may do with a single row. */
@Injectable()
export class DispatchCommands {
  constructor(
    private readonly waker: DispatchWaker,
    private readonly queue: DispatchQueue,
    private readonly sessions: SessionStore,
    private readonly running: RunningTurns,
  ) {}

  /** Takes a waiting row out of its lane, or ends the turn of a running one; then its row has failed as `killed`. */
  async cancel(dispatchId: string): Promise<DispatchEntity> {
    const found = await this.waker.change((tx) => this.takeOut(tx, dispatchId));
    if (found.state === 'cancelled') return found;
    if (!(await this.running.end(dispatchId, 'cancelled'))) throw new DispatchStateError('cancel', found);
    return this.waker.change((tx) => ({ answer: this.row(tx, dispatchId), freed: [] }));
  }

  /** Queues a failed or quarantined row again, in its old place and with fresh attempts. */
  retry(dispatchId: string): Promise<DispatchEntity> {
    return this.waker.change((tx) => {
      const found = this.row(tx, dispatchId);
      const session = this.sessions.get(tx, found.sessionId);
      if (session?.status === 'closing' || session?.status === 'closed') {
        throw new SessionStateError('retry a dispatch of', session, 'register it again first');
      }
      const queued = this.queue.requeue(tx, dispatchId);
      if (queued === undefined) throw new DispatchStateError('retry', found);
      return { answer: queued, freed: [queued] };
    });
  }

  private takeOut(tx: Tx, dispatchId: string): Freed<DispatchEntity> {
    const found = this.row(tx, dispatchId);
    if (found.state === 'cancelled') throw new DispatchStateError('cancel', found);
    if (!this.queue.cancel(tx, dispatchId, 'owner')) return { answer: found, freed: [] };
    const next = this.queue.head(tx, found.sessionId);
    return { answer: this.row(tx, dispatchId), freed: next === undefined ? [] : [next] };
  }

  private row(tx: Tx, dispatchId: string): DispatchEntity {
    const row = this.queue.get(tx, dispatchId);
    if (row === undefined) throw new DispatchNotFoundError(dispatchId);
    return row;
  }
}
