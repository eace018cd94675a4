import { Injectable } from '@nestjs/common';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { type Registration, SessionRegistry } from '../sessions/session.registry.js';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';
import { GitFailedError } from '../workspace/git-failure.js';
import { TreeGuard } from '../workspace/tree.guard.js';
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
    private readonly trees: TreeGuard,
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
    await this.recordTree(session);
    await this.letGo(session.id, () => true);
    return session;
  }

  /** What the directory is from now on. Where it cannot be told yet, the first turn tells. */
  private async recordTree({ id: sessionId, workItem, cwd: directory }: SessionEntity): Promise<void> {
    try {
      await this.trees.check({ sessionId, workItem: parseWorkItemRef(workItem), directory, spawn: false });
    } catch (error) {
      if (!(error instanceof GitFailedError)) throw error;
    }
  }

  private letGo(sessionId: string, which: (reason: string | null) => boolean): Promise<void> {
    return this.waker.change((tx) => ({
      answer: undefined,
      freed: this.queue.releaseHeld(tx, sessionId, (row) => which(row.outcome)),
    }));
  }
}

const REBINDING = 'rebinding';
