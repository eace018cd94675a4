import { Injectable } from '@nestjs/common';
import { executorName } from '../config/executor.name.js';
import type { Tx } from '../database/database.tx.js';
import { PullRequestHeadEntity } from '../database/entities/pull-request-head.entity.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { repositoryKey, type WorkItemRef, workItemKey } from '../sessions/work-item-ref.js';
import { foldedPath } from './checkout-name.js';
import type { StayReason } from './release-rule.js';
import type { Checkout, KnownHead } from './workspace-request.js';

export interface Wanted {
  readonly sessionId: string;
  readonly workItem: WorkItemRef;
  readonly path: string;
  readonly branch: string;
  readonly strategy: 'worktree' | 'clone';
  readonly foreignTree: boolean;
}

export type Claim =
  /** An open session has the place. */
  | { readonly kind: 'taken'; readonly by: string }
  /** The checkout of a session that is closed was left there; it goes over once it has been looked at. */
  | { readonly kind: 'left-behind'; readonly row: WorkspaceEntity }
  /** The place is ours. `before` is how the session's own record stood. */
  | {
      readonly kind: 'ours';
      readonly before: WorkspaceEntity['state'] | 'nothing';
      readonly row: WorkspaceEntity;
      readonly continueAt: string | null;
    };

/** Checkouts as rows: who has which place, and how far it is. */
@Injectable()
export class WorkspaceStore {
  get(tx: Tx, sessionId: string): WorkspaceEntity | undefined {
    return tx.one(WorkspaceEntity, { sessionId });
  }

  /** Every checkout that is there, or being made. */
  standing(tx: Tx): WorkspaceEntity[] {
    return tx.many(WorkspaceEntity, { state: ['preparing', 'ready'] }, { by: 'createdAt' });
  }

  openSessions(tx: Tx): Pick<SessionEntity, 'id' | 'workItem' | 'cwd'>[] {
    return tx.select(`SELECT id, workItem, cwd FROM session WHERE status <> 'closed'`);
  }

  statusOf(tx: Tx, sessionId: string): SessionEntity['status'] | undefined {
    return tx.one(SessionEntity, { id: sessionId })?.status;
  }

  claim(tx: Tx, wanted: Wanted): Claim {
    const pathKey = foldedPath(wanted.path);
    const own = this.get(tx, wanted.sessionId);
    const standing = tx.many(WorkspaceEntity, { pathKey, state: ['preparing', 'ready'] });
    const holder = standing.find(({ sessionId }) => sessionId !== wanted.sessionId);
    if (holder !== undefined) {
      const status = this.statusOf(tx, holder.sessionId);
      if (status !== undefined && status !== 'closed') return { kind: 'taken', by: holder.workItem };
      return { kind: 'left-behind', row: holder };
    }
    const [last] = tx.select<{ head: string | null; unmerged: number }>(LAST_RELEASED, pathKey);
    const continueAt = last?.unmerged === 1 ? last.head : null;
    if (own !== undefined && own.pathKey === pathKey && (own.state === 'ready' || own.state === 'preparing')) {
      return { kind: 'ours', before: own.state, row: own, continueAt };
    }
    const row = this.write(tx, wanted, own, { state: 'preparing', head: null });
    return { kind: 'ours', before: own?.state ?? 'nothing', row, continueAt };
  }

  /** The checkout is there and may be worked in; who left it behind has no part in it any more. */
  ready(tx: Tx, wanted: Wanted, checkout: Checkout): void {
    tx.execute(INHERIT, tx.now, foldedPath(wanted.path), wanted.sessionId);
    this.write(tx, wanted, this.get(tx, wanted.sessionId), { state: 'ready', head: checkout.head });
  }

  /** Its session is open again: what was said of it when that was closed is over. */
  takenUp(tx: Tx, sessionId: string): void {
    tx.update(WorkspaceEntity, { sessionId }, { reason: null, detail: null });
  }

  failed(tx: Tx, sessionId: string, reason: string, detail: string): void {
    const change = { state: 'failed' as const, reason, detail, endedAt: tx.now };
    tx.update(WorkspaceEntity, { sessionId, state: 'preparing' }, change);
  }

  released(tx: Tx, sessionId: string, head: string | null, unmerged: boolean): void {
    const change = { state: 'released' as const, head, unmerged, reason: null, detail: null, endedAt: tx.now };
    tx.update(WorkspaceEntity, { sessionId }, change);
  }

  /** False when the same was said before. */
  stays(tx: Tx, sessionId: string, reason: StayReason, detail: string): boolean {
    const before = this.get(tx, sessionId);
    tx.update(WorkspaceEntity, { sessionId }, { reason, detail });
    return before?.reason !== reason;
  }

  /** A turn of the session runs; its close does not count. */
  isLive(tx: Tx, sessionId: string): boolean {
    return tx.select(RUNNING, sessionId).length > 0;
  }

  /** Heads that deliveries showed of the item and of the pull requests recorded for it: these commits are on GitHub. */
  recordedHeads(tx: Tx, sessionId: string): string[] {
    return tx.select<{ headSha: string }>(HEADS, sessionId, sessionId).map(({ headSha }) => headSha);
  }

  /** What deliveries told of a pull request's head, the latest first. */
  headSeen(tx: Tx, ref: WorkItemRef): { branch: string | null; fork: KnownHead['fork'] } | undefined {
    const seen = tx.one(PullRequestHeadEntity, { refKey: workItemKey(ref) }, { by: 'seenAt', descending: true });
    if (seen === undefined) return undefined;
    const own = seen.headRepositoryId === seen.baseRepositoryId;
    return { branch: seen.headRef, fork: own ? null : { owner: null, repo: null } };
  }

  private write(tx: Tx, wanted: Wanted, before: WorkspaceEntity | undefined, now: Now): WorkspaceEntity {
    const { sessionId, workItem, path, branch, strategy, foreignTree } = wanted;
    const row: WorkspaceEntity = {
      ...{ sessionId, path, branch, strategy, foreignTree, ...now },
      workItem: `github:${workItem.owner}/${workItem.repo}#${workItem.number}`,
      repositoryKey: repositoryKey(workItem),
      pathKey: foldedPath(path),
      ...{ unmerged: false, reason: null, detail: null, endedAt: null },
      createdAt: before?.createdAt ?? tx.now,
      executor: executorName(),
    };
    if (before === undefined) tx.insert(WorkspaceEntity, row);
    else tx.update(WorkspaceEntity, { sessionId }, row);
    return row;
  }
}

type Now = Pick<WorkspaceEntity, 'state' | 'head'>;

const LAST_RELEASED = `
  SELECT head, unmerged FROM workspace WHERE pathKey = ? AND state = 'released' AND reason IS NULL
  ORDER BY endedAt DESC, rowid DESC LIMIT 1`;
const INHERIT = `
  UPDATE workspace SET state = 'released', reason = 'inherited', endedAt = ?
  WHERE pathKey = ? AND sessionId <> ? AND state IN ('preparing', 'ready')`;
const RUNNING = `SELECT 1 FROM dispatch WHERE sessionId = ? AND kind <> 'close' AND state = 'running' LIMIT 1`;
const HEADS = `
  SELECT headSha FROM pull_request_head WHERE refKey IN (
    SELECT refKey FROM session_link WHERE sessionId = ? UNION SELECT workItemKey FROM session WHERE id = ?)`;
