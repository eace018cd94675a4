import { Injectable } from '@nestjs/common';
import { stat } from 'node:fs/promises';
import { failpoint } from '../config/failpoint.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStore } from '../sessions/session.store.js';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';
import { WorkspaceService } from '../workspace/workspace.service.js';
import { type CheckoutNeed, CheckoutNeeds } from './checkout.needs.js';
import { CheckoutObstacles } from './checkout.obstacles.js';
import type { Ticket } from './dispatch.lanes.js';
import { RunningTurns } from './running.turns.js';

interface Preparation {
  readonly cancel: AbortController;
  readonly over: Promise<void>;
}

/**
 * Sees to checkouts before the next row of a session asks for a slot, so that a long clone keeps no other session from
 * its turn. The row stays queued meanwhile: a server that dies in the middle finds it as it was, and begins once more.
 */
@Injectable()
export class SessionCheckouts {
  private readonly preparations = new Map<string, Preparation>();

  constructor(
    private readonly transactions: Transactions,
    private readonly needs: CheckoutNeeds,
    private readonly workspaces: WorkspaceService,
    private readonly sessions: SessionStore,
    private readonly obstacles: CheckoutObstacles,
    private readonly running: RunningTurns,
  ) {}

  /** For a turn the checkout is made, for a close it is let go. */
  async ready({ sessionId }: Ticket): Promise<void> {
    if (this.running.closed) return;
    const need = await this.transactions.run((tx) => this.needs.of(tx, sessionId));
    if (need === undefined) return;
    if (need.row.kind === 'close') {
      // To look through a large tree takes long, and the next start looks again.
      return Promise.race([this.letGo(sessionId, need.row.reason), aborted(this.running.leaving)]);
    }
    if (need.isMade && (await isDirectory(need.session.cwd))) return;
    const cancel = new AbortController();
    const over = this.prepare(need, AbortSignal.any([cancel.signal, this.running.leaving]));
    this.preparations.set(sessionId, { cancel, over });
    await over.finally(() => this.preparations.delete(sessionId));
  }

  /** It has one, or is going to. */
  has(tx: Tx, session: SessionEntity): boolean {
    return this.needs.hasCheckout(tx, session);
  }

  /** At the owner's word: what is being prepared for the session is given up, and what was made goes by the rule. */
  async release(sessionId: string, reason: string): Promise<void> {
    const found = this.preparations.get(sessionId);
    found?.cancel.abort();
    await found?.over.catch(() => undefined); // its lane reports it
    await this.letGo(sessionId, reason);
  }

  cancelAll(): void {
    for (const { cancel } of this.preparations.values()) cancel.abort();
  }

  /**
   * Before the close is settled: a server that dies in between closes once more. Whether a turn runs in the checkout
   * stands in its rows, and the room looks there itself.
   */
  private async letGo(sessionId: string, reason: string): Promise<void> {
    await this.workspaces.release({ sessionId, live: false, because: 'close', merged: reason === 'pr-merged' });
  }

  private async prepare(need: CheckoutNeed, signal: AbortSignal): Promise<void> {
    const { session, head } = need;
    const { id: sessionId } = session;
    const missing = this.obstacles.before(need);
    if (missing !== undefined) return this.obstacles.meet(need, missing);
    const workItem = parseWorkItemRef(session.workItem);
    const answer = await this.workspaces.prepare({ sessionId, workItem, head, signal });
    failpoint('after-prepare');
    if (answer.prepared) {
      this.obstacles.over(sessionId);
      return this.transactions.run((tx) => {
        // It may have been registered with another directory meanwhile.
        if (this.sessions.get(tx, sessionId)?.checkout != null)
          this.sessions.moveInto(tx, sessionId, answer.checkout.path);
      });
    }
    if (!signal.aborted) return this.obstacles.meet(need, answer.refusal);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
