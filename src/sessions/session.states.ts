import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { SessionEntity, type SessionStatus } from '../database/entities/session.entity.js';
import { SessionLinkEntity } from '../database/entities/session-link.entity.js';
import type { ActivityName } from '../events/activity-catalogue.js';
import { statesBefore } from './session-transitions.js';

/**
 * One verb per arrow. Each answers whether the arrow was taken: false means the session was not in a state from which
 * it leads, which is an answer and no error.
 */
@Injectable()
export class SessionStates {
  /** The harness has named the conversation: from now on events resume it. Earlier ids are kept. */
  named(tx: Tx, id: string, harnessSessionId: string): void {
    const session = tx.one(SessionEntity, { id });
    if (session === undefined) return;
    if (session.harnessSessionId !== harnessSessionId) {
      tx.update(SessionEntity, { id }, { harnessSessionId, formerHarnessSessionIds: formerIds(session) });
    }
    if (session.status === 'starting') tx.update(SessionEntity, { id }, { status: 'active' });
  }

  /** Another conversation takes the place of the one before: what that has counted says nothing about this one. */
  rebound(tx: Tx, id: string, harnessSessionId: string): void {
    const isAnother = tx.one(SessionEntity, { id })?.harnessSessionId !== harnessSessionId;
    if (isAnother) tx.execute('UPDATE dispatch SET totals = NULL WHERE sessionId = ?', id);
    this.named(tx, id, harnessSessionId);
  }

  /** The conversation is given up; the next row starts a fresh one. The id stays in the history. */
  unnamed(tx: Tx, id: string): void {
    const session = tx.one(SessionEntity, { id });
    if (session === undefined) return;
    tx.update(SessionEntity, { id }, { harnessSessionId: null, formerHarnessSessionIds: formerIds(session) });
    tx.update(SessionEntity, { id, status: ['active', 'stale'] }, { status: 'starting', statusReason: null });
  }

  /** It owns nothing any more; the close itself waits in the lane. */
  markClosing(tx: Tx, id: string, reason: string): boolean {
    return this.move(tx, id, 'closing', reason);
  }

  /** Non-destructive: the record keeps its harness id and its directory. */
  closed(tx: Tx, id: string, reason: string, name: ActivityName = 'session.closed'): boolean {
    if (!this.move(tx, id, 'closed', reason, { closedAt: tx.now })) return false;
    tx.update(SessionLinkEntity, { sessionId: id }, { live: false });
    this.tell(tx, id, name, reason);
    return true;
  }

  reopen(tx: Tx, id: string, name: ActivityName = 'session.reopened'): boolean {
    if (!this.wake(tx, id, ['closed', 'closing'])) return false;
    tx.execute('UPDATE OR IGNORE session_link SET live = 1 WHERE sessionId = ?', id);
    this.tell(tx, id, name, null);
    return true;
  }

  pause(tx: Tx, id: string): boolean {
    return this.move(tx, id, 'paused', 'owner') && this.tell(tx, id, 'session.paused', 'owner');
  }

  resume(tx: Tx, id: string): boolean {
    return this.wake(tx, id, ['paused']) && this.tell(tx, id, 'session.resumed', null);
  }

  stale(tx: Tx, id: string, reason: string): boolean {
    return this.move(tx, id, 'stale', reason) && this.tell(tx, id, 'session.stale', reason);
  }

  park(tx: Tx, id: string, reason: string): boolean {
    return this.move(tx, id, 'parked', reason) && this.tell(tx, id, 'session.parked', reason);
  }

  /** Out of stale or parked, at the owner's word. */
  release(tx: Tx, id: string): boolean {
    return this.wake(tx, id, ['stale', 'parked']) && this.tell(tx, id, 'session.resumed', 'released');
  }

  private wake(tx: Tx, id: string, from: readonly SessionStatus[]): boolean {
    const session = tx.one(SessionEntity, { id, status: from });
    if (session === undefined) return false;
    const status = session.harnessSessionId === null ? 'starting' : 'active';
    return tx.update(SessionEntity, { id, status: from }, { status, statusReason: null, closedAt: null }) === 1;
  }

  private move(tx: Tx, id: string, status: SessionStatus, reason: string, more: Partial<SessionEntity> = {}): boolean {
    const change = { status, statusReason: reason, ...more };
    return tx.update(SessionEntity, { id, status: statesBefore(status) }, change) === 1;
  }

  private tell(tx: Tx, id: string, name: ActivityName, reason: string | null): true {
    const session = tx.one(SessionEntity, { id });
    tx.record({ name, sessionId: id, workItem: session?.workItem, harness: session?.harness, reason });
    return true;
  }
}

function formerIds(session: SessionEntity): string[] {
  const { harnessSessionId, formerHarnessSessionIds } = session;
  return harnessSessionId === null
    ? formerHarnessSessionIds
    : [...formerHarnessSessionIds, harnessSessionId].slice(-20);
}
