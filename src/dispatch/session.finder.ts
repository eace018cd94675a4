import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { SessionNotFoundError } from '../sessions/session-errors.js';
import { SessionStore } from '../sessions/session.store.js';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';

/** Finds the session that somebody named: by its id, or by its work item, of which the open session counts first. */
@Injectable()
export class SessionFinder {
  constructor(private readonly sessions: SessionStore) {}

  /** Throws SessionNotFoundError, and InvalidWorkItemRefError for a name that is neither. */
  find(tx: Tx, wanted: string): SessionEntity {
    const found = this.sessions.get(tx, wanted) ?? this.ofItem(tx, wanted);
    if (found === undefined) throw new SessionNotFoundError(wanted);
    return found;
  }

  private ofItem(tx: Tx, wanted: string): SessionEntity | undefined {
    const ref = parseWorkItemRef(wanted);
    return this.sessions.openFor(tx, ref) ?? this.sessions.lastClosedFor(tx, ref);
  }
}
