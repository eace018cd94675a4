import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Tx } from '../database/database.tx.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStates } from '../sessions/session.states.js';
import { SessionStateError } from './dispatch-errors.js';
import { DispatchOutcomes, OWNER } from './dispatch.outcomes.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker, type Freed } from './dispatch.waker.js';
import { RunningTurns } from './running.turns.js';
import { SessionCheckouts } from './session.checkouts.js';
import { SessionFinder } from './session.finder.js';

/** Closes a session at somebody's word. */
@Injectable()
export class SessionClosing {
  constructor(
    private readonly waker: DispatchWaker,
    private readonly finder: SessionFinder,
    private readonly states: SessionStates,
    private readonly queue: DispatchQueue,
    private readonly outcomes: DispatchOutcomes,
    private readonly running: RunningTurns,
    private readonly checkouts: SessionCheckouts,
  ) {}

  /** Behind what waits and runs already: how a turn closes its own session without ending itself. */
  closeInLane(wanted: string): Promise<SessionEntity> {
    return this.waker.change((tx) => {
      const session = this.finder.find(tx, wanted);
      this.open(session);
      this.states.markClosing(tx, session.id, OWNER);
      const row = this.queue.enqueue(tx, { sessionId: session.id, deliveryId: null, kind: 'close', reason: OWNER });
      return { answer: this.finder.find(tx, session.id), freed: [row] };
    });
  }

  /** What waits is cancelled and a running turn is ended first; the close row sees to it also after a crash. */
  async close(wanted: string): Promise<SessionEntity> {
    let session = await this.waker.change((tx) => this.begin(tx, this.finder.find(tx, wanted)));
    if (session.status !== 'closed') await this.running.endOf(session.id, 'cancelled');
    while (session.status === 'closing') {
      await this.checkouts.release(session.id, OWNER);
      await this.running.overOf(session.id); // the lane may have come to the close by itself
      session = await this.waker.change((tx) => this.finish(tx, session.id));
    }
    return session;
  }

  private begin(tx: Tx, session: SessionEntity): Freed<SessionEntity> {
    this.open(session);
    this.states.markClosing(tx, session.id, OWNER);
    for (const row of this.queue.unfinished(tx, session.id)) this.queue.cancel(tx, row.id, 'session-closed');
    const row = this.queue.enqueue(tx, { sessionId: session.id, deliveryId: null, kind: 'close', reason: OWNER });
    if (this.checkouts.has(tx, session)) return { answer: this.finder.find(tx, session.id), freed: [row] };
    return this.finish(tx, session.id);
  }

  private open(session: SessionEntity): void {
    if (session.status === 'closed') throw new SessionStateError('close', session, 'there is nothing left to close');
  }

  private finish(tx: Tx, sessionId: string): Freed<SessionEntity> {
    const close = this.queue.head(tx, sessionId);
    const attempt = { attemptId: randomUUID(), deadlineAt: tx.now, budgetKey: null, tokenHash: null };
    const row = close?.kind === 'close' ? this.queue.claim(tx, close.id, attempt) : undefined;
    if (row !== undefined) this.outcomes.close(tx, row);
    return { answer: this.finder.find(tx, sessionId), freed: [] };
  }
}
