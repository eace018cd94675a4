import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStates } from '../sessions/session.states.js';
import { SessionStateError } from './dispatch-errors.js';
import { DispatchBudget } from './dispatch.budget.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker, type Freed } from './dispatch.waker.js';
import { HarnessPauses } from './harness.pauses.js';
import { holdOf } from './session-hold.js';
import { SessionFinder } from './session.finder.js';

/** How the owner stops the queue of a session, and lets it go on. */
@Injectable()
export class SessionCommands {
  constructor(
    private readonly waker: DispatchWaker,
    private readonly finder: SessionFinder,
    private readonly states: SessionStates,
    private readonly queue: DispatchQueue,
    private readonly budget: DispatchBudget,
    private readonly pauses: HarnessPauses,
  ) {}

  /** Its events wait; a turn that runs already is not touched. */
  pause(wanted: string): Promise<SessionEntity> {
    return this.waker.change((tx) => {
      const session = this.finder.find(tx, wanted);
      if (!this.states.pause(tx, session.id)) throw new SessionStateError('pause', session, 'only open ones can be');
      this.queue.holdWaiting(tx, session.id, holdOf(this.finder.find(tx, session.id))!);
      return this.freed(tx, session, []);
    });
  }

  resume(wanted: string): Promise<SessionEntity> {
    return this.waker.change((tx) => {
      const session = this.finder.find(tx, wanted);
      if (!this.states.resume(tx, session.id)) {
        throw new SessionStateError('resume', session, 'only paused ones can be; a parked one is released');
      }
      return this.freed(
        tx,
        session,
        this.queue.releaseHeld(tx, session.id, (row) => row.outcome === 'paused'),
      );
    });
  }

  /** The owner has looked: whatever waits for him goes on, what was set aside is tried again, budgets begin anew. */
  async release(wanted: string): Promise<SessionEntity> {
    const session = await this.waker.change((tx) => this.letGo(tx, this.finder.find(tx, wanted)));
    this.pauses.lift(session.harness);
    return session;
  }

  private letGo(tx: Tx, session: SessionEntity): Freed<SessionEntity> {
    if (['paused', 'closing', 'closed'].includes(session.status)) {
      throw new SessionStateError('release', session, 'only one that is parked or has rows waiting for you can be');
    }
    const wasWaiting = this.states.release(tx, session.id);
    this.budget.forget(tx, session.id);
    const again = this.queue.unfinished(tx, session.id, ['quarantined']).map((row) => this.queue.requeue(tx, row.id)!);
    const held = this.queue.releaseHeld(tx, session.id);
    if (!wasWaiting && again.length + held.length === 0) {
      throw new SessionStateError('release', session, 'nothing of it waits for you');
    }
    return this.freed(tx, session, [...again, ...held]);
  }

  private freed(tx: Tx, session: SessionEntity, freed: readonly DispatchEntity[]): Freed<SessionEntity> {
    return { answer: this.finder.find(tx, session.id), freed };
  }
}
