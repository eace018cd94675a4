import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { SessionLinkEntity } from '../database/entities/session-link.entity.js';
import type { Repository } from './session.store.js';
import { SESSION_STATUSES } from './session-transitions.js';
import { formatWorkItemRef, parseWorkItemRef, repositoryKey, type WorkItemRef, workItemKey } from './work-item-ref.js';

/**
 * GitHub's repository id is the identity, its name a label that renames and transfers change. A delivery that shows a
 * known id under a new name rewrites what carries the old one.
 */
@Injectable()
export class RepositoryIdentity {
  /** Returns the ids of the sessions whose item now has another name. */
  learn(tx: Tx, repository: Repository): string[] {
    if (repository.id === null) return [];
    const { id } = repository;
    const key = repositoryKey(repository);
    if (tx.select(UNTOLD, key, id, key).length === 0) return [];
    tx.execute('UPDATE session SET repositoryId = ? WHERE repositoryKey = ? AND repositoryId IS NULL', id, key);
    const outdated = tx.select<Row>('SELECT * FROM session WHERE repositoryId = ? AND repositoryKey <> ?', id, key);
    return outdated
      .map((row) => tx.hydrate(SessionEntity, row))
      .filter((session) => this.rename(tx, session, repository))
      .map((session) => session.id);
  }

  /**
   * An issue was transferred: its session goes on under the new name. False when it is gone, or when another session
   * works on the new name already.
   */
  move(tx: Tx, sessionId: string, to: WorkItemRef, repositoryId: number | null): boolean {
    const session = tx.one(SessionEntity, { id: sessionId });
    if (session === undefined || (this.isTaken(tx, to) && session.status !== 'closed')) return false;
    tx.update(SessionEntity, { id: sessionId }, { ...named(to), repositoryId });
    const workItem = formatWorkItemRef(to);
    tx.record({ name: 'session.registered', sessionId, workItem, reason: `transferred from ${session.workItem}` });
    return true;
  }

  private isTaken(tx: Tx, ref: WorkItemRef): boolean {
    return tx.count(SessionEntity, { workItemKey: workItemKey(ref), status: NOT_CLOSED }) > 0;
  }

  private rename(tx: Tx, session: SessionEntity, repository: Repository): boolean {
    const renamed = under(session.workItem, repository);
    if (this.isTaken(tx, renamed) && session.status !== 'closed') return false;
    tx.update(SessionEntity, { id: session.id }, named(renamed));
    for (const link of tx.many(SessionLinkEntity, { sessionId: session.id })) {
      if (repositoryKey(parseWorkItemRef(link.ref)) !== session.repositoryKey) continue;
      const ref = under(link.ref, repository);
      const change = { ref: formatWorkItemRef(ref), refKey: workItemKey(ref) };
      if (tx.count(SessionLinkEntity, { refKey: change.refKey, live: true }) === 0) {
        tx.update(SessionLinkEntity, { id: link.id }, change);
      }
    }
    tx.record({
      name: 'session.registered',
      sessionId: session.id,
      workItem: formatWorkItemRef(renamed),
      reason: `repository-renamed from ${session.workItem}`,
    });
    return true;
  }
}

type Row = Record<string, unknown>;

const NOT_CLOSED = SESSION_STATUSES.filter((status) => status !== 'closed');

/** Whether the repository tells anything new; nearly always it does not. */
const UNTOLD = `
  SELECT 1 FROM session
   WHERE (repositoryKey = ? AND repositoryId IS NULL) OR (repositoryId = ? AND repositoryKey <> ?) LIMIT 1`;

function named(ref: WorkItemRef): Pick<SessionEntity, 'workItem' | 'workItemKey' | 'repositoryKey'> {
  return { workItem: formatWorkItemRef(ref), workItemKey: workItemKey(ref), repositoryKey: repositoryKey(ref) };
}

function under(ref: string, repository: Repository): WorkItemRef {
  return { ...parseWorkItemRef(ref), owner: repository.owner, repo: repository.repo };
}
