import { Injectable } from '@nestjs/common';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { type Registration, SessionRegistry } from '../sessions/session.registry.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker } from './dispatch.waker.js';
import { RunningTurns } from './running.turns.js';

/** Registers a session where a queue and a running turn may stand behind the record already. */
@Injectable()
export class SessionBinding {
  constructor(
    private readonly registry: SessionRegistry,
    private readonly queue: DispatchQueue,
    private readonly running: RunningTurns,
    private readonly waker: DispatchWaker,
  ) {}

  /**
   * The queue of a record that is bound anew is kept and goes on in its order; a running turn is ended first, so that
   * its end cannot speak for the new conversation. Throws what the registry throws; then nothing has changed.
   */
  async register(registration: Registration): Promise<SessionEntity> {
    await this.registry.check(registration);
    const holder = registration.force ? await this.registry.holder(registration.workItem) : undefined;
    if (holder === undefined) return this.bound(registration);
    await this.waker.change((tx) => {
      this.queue.holdWaiting(tx, holder.id, { reason: REBINDING, detail: null, until: null });
      return { answer: undefined, freed: [] };
    });
    try {
      await this.running.endOf(holder.id, 'cancelled');
      return await this.bound(registration);
    } catch (error) {
      await this.letGo(holder.id, (reason) => reason === REBINDING);
      throw error;
    }
  }

  private async bound(registration: Registration): Promise<SessionEntity> {
    const session = await this.registry.register(registration);
    await this.letGo(session.id, () => true);
    return session;
  }

  private letGo(sessionId: string, which: (reason: string | null) => boolean): Promise<void> {
    return this.waker.change((tx) => ({
      answer: undefined,
      freed: this.queue.releaseHeld(tx, sessionId, (row) => which(row.outcome)),
    }));
  }
}

const REBINDING = 'rebinding';
