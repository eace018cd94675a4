import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { SessionLinkEntity } from '../database/entities/session-link.entity.js';
import type { Repository } from './session.store.js';
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
    const key = repositoryKey(repository);
    tx.execute(
      'UPDATE session SET repositoryId = ? WHERE repositoryKey = ? AND repositoryId IS NULL',
      repository.id,
      key,
    );
    const outdated = tx
      .many(SessionEntity, { repositoryId: repository.id })
      .filter((each) => each.repositoryKey !== key);
    return outdated.filter((session) => this.rename(tx, session, repository)).map((session) => session.id);
  }

  private rename(tx: Tx, session: SessionEntity, repository: Repository): boolean {
    const renamed = under(session.workItem, repository);
    const taken = tx.count(SessionEntity, {
      workItemKey: workItemKey(renamed),
      status: ['starting', 'active', 'paused', 'stale', 'parked', 'closing'],
    });
    if (taken > 0 && session.status !== 'closed') return false;
    tx.update(
      SessionEntity,
      { id: session.id },
      {
        workItem: formatWorkItemRef(renamed),
        workItemKey: workItemKey(renamed),
        repositoryKey: repositoryKey(renamed),
      },
    );
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

function under(ref: string, repository: Repository): WorkItemRef {
  return { ...parseWorkItemRef(ref), owner: repository.owner, repo: repository.repo };
}
