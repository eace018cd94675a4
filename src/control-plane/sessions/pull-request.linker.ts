import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/database.transactions.js';
import type { Tx } from '../../database/database.tx.js';
import { type LinkSource, SessionLinkEntity } from '../../database/entities/session-link.entity.js';
import { PullRequestStore } from '../../sessions/pull-request.store.js';
import { SessionNotFoundError } from '../../sessions/session-errors.js';
import { SessionStore } from '../../sessions/session.store.js';
import { formatWorkItemRef, parseWorkItemRef, type WorkItemRef, workItemKey } from '../../sessions/work-item-ref.js';
import { ControlError } from '../control-error.js';

/** Records, at the owner's or the agent's word, that a pull request delivers a session's work item. */
@Injectable()
export class PullRequestLinker {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionStore,
    private readonly pullRequests: PullRequestStore,
  ) {}

  /** Linking what is linked already changes nothing. */
  async link(sessionId: string, pullRequest: string, source: LinkSource): Promise<void> {
    const ref = parseWorkItemRef(pullRequest);
    await this.transactions.run((tx) => {
      this.assertOpen(tx, sessionId, ref);
      if (!this.pullRequests.link(tx, sessionId, ref, source)) this.assertOwn(tx, sessionId, ref);
    });
  }

  private assertOpen(tx: Tx, sessionId: string, ref: WorkItemRef): void {
    const session = this.sessions.get(tx, sessionId);
    if (session === undefined) throw new SessionNotFoundError(sessionId);
    if (session.status !== 'closing' && session.status !== 'closed') return;
    const sentence = `its session ${sessionId} is ${session.status}; register it again first`;
    throw new ControlError(
      'session-state',
      `Cannot link "${formatWorkItemRef(ref)}" to "${session.workItem}": ${sentence}`,
    );
  }

  private assertOwn(tx: Tx, sessionId: string, ref: WorkItemRef): void {
    const holder = tx.one(SessionLinkEntity, { refKey: workItemKey(ref), live: true });
    if (holder === undefined || holder.sessionId === sessionId) return;
    const { workItem } = this.sessions.get(tx, holder.sessionId) ?? { workItem: holder.sessionId };
    throw new ControlError(
      'pull-request-taken',
      `Cannot link "${formatWorkItemRef(ref)}": it is recorded for "${workItem}" (session ${holder.sessionId}); close that session first`,
      { sessionId: holder.sessionId },
    );
  }
}
