import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { PullRequestHeadEntity } from '../database/entities/pull-request-head.entity.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { type LinkSource, SessionLinkEntity } from '../database/entities/session-link.entity.js';
import { formatWorkItemRef, parseWorkItemRef, type WorkItemRef, workItemKey } from './work-item-ref.js';

export interface SeenHead {
  readonly ref: WorkItemRef;
  readonly headSha: string;
  readonly headRef: string | null;
  readonly headRepositoryId: number | null;
  readonly baseRepositoryId: number;
}

/** What is known of pull requests: which session each delivers to, and which commits they had as head. */
@Injectable()
export class PullRequestStore {
  /** Records a pull request on a session; false when it was recorded before, here or on another open session. */
  link(tx: Tx, sessionId: string, ref: WorkItemRef, source: LinkSource, open = true): boolean {
    const refKey = workItemKey(ref);
    const row = { sessionId, ref: formatWorkItemRef(ref), refKey, source, open, live: true, recordedAt: tx.now };
    if (!tx.insertNew(SessionLinkEntity, row)) return false;
    const session = tx.one(SessionEntity, { id: sessionId });
    tx.record({ name: 'session.pr_linked', sessionId, workItem: session?.workItem, reason: `${row.ref} by ${source}` });
    return true;
  }

  /** A pull request was closed or reopened, wherever it is recorded. */
  setOpen(tx: Tx, ref: WorkItemRef, open: boolean): void {
    tx.update(SessionLinkEntity, { refKey: workItemKey(ref) }, { open });
  }

  learnHead(tx: Tx, head: SeenHead): void {
    tx.insertNew(PullRequestHeadEntity, {
      refKey: workItemKey(head.ref),
      ref: formatWorkItemRef(head.ref),
      headSha: head.headSha,
      headRef: head.headRef,
      headRepositoryId: head.headRepositoryId,
      baseRepositoryId: head.baseRepositoryId,
      seenAt: tx.now,
    });
  }

  /** Pull requests of this base repository that had the commit as their head, earliest first. */
  withHead(tx: Tx, headSha: string, baseRepositoryId: number): SeenHead[] {
    return tx
      .many(PullRequestHeadEntity, { headSha, baseRepositoryId }, { by: 'seenAt' })
      .map((row) => ({ ...row, ref: parseWorkItemRef(row.ref) }));
  }
}
