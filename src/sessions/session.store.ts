import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { executorName } from '../config/executor.name.js';
import type { Tx } from '../database/database.tx.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { SessionLinkEntity } from '../database/entities/session-link.entity.js';
import type { LinkView, SessionView } from './session-view.js';
import { formatWorkItemRef, parseWorkItemRef, repositoryKey, type WorkItemRef, workItemKey } from './work-item-ref.js';

export interface NewSession {
  readonly workItem: WorkItemRef;
  readonly repositoryId: number | null;
  readonly harness: string;
  readonly harnessSessionId?: string | null;
  readonly cwd: string;
  readonly endpointOf?: WorkItemRef | null;
  readonly checkout?: SessionEntity['checkout'];
}

/** The repository an event comes from: its name today, and GitHub's id where the payload says it. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
  readonly id: number | null;
}

/** Sessions inside an open transaction: who owns what. Their states change in session.states.ts. */
@Injectable()
export class SessionStore {
  get(tx: Tx, id: string): SessionEntity | undefined {
    return tx.one(SessionEntity, { id });
  }

  /** The one session of an item that is not closed. */
  openFor(tx: Tx, ref: WorkItemRef): SessionEntity | undefined {
    const key = workItemKey(ref);
    const [row] = tx.select<Row>(`SELECT * FROM session WHERE workItemKey = ? AND status <> 'closed'`, key);
    return row && tx.hydrate(SessionEntity, row);
  }

  lastClosedFor(tx: Tx, ref: WorkItemRef): SessionEntity | undefined {
    return tx.one(
      SessionEntity,
      { workItemKey: workItemKey(ref), status: 'closed' },
      { by: 'closedAt', descending: true },
    );
  }

  /**
   * Every session that owns one of the items or has it as a recorded pull request: the open ones, and per item the one
   * closed last. A session that belongs to another repository which had the name before is none of them.
   */
  owning(tx: Tx, refs: readonly WorkItemRef[], repository: Repository | null): SessionView[] {
    if (refs.length === 0) return [];
    const keys = JSON.stringify(refs.map(workItemKey));
    const sessions = tx.select<ViewedRow>(OWNING, keys, keys).filter(latestPerItem());
    if (sessions.length === 0) return [];
    const links = this.links(
      tx,
      sessions.map((session) => session.id),
    );
    return sessions
      .map((session) => viewOf(session, links))
      .filter((view) => repository === null || !isNamesake(view, repository));
  }

  /** A row in `starting`: the place of a session whose conversation does not exist yet. */
  reserve(tx: Tx, wanted: NewSession): SessionEntity {
    const session: SessionEntity = {
      id: randomUUID(),
      workItem: formatWorkItemRef(wanted.workItem),
      workItemKey: workItemKey(wanted.workItem),
      repositoryKey: repositoryKey(wanted.workItem),
      repositoryId: wanted.repositoryId,
      harness: wanted.harness,
      harnessSessionId: wanted.harnessSessionId ?? null,
      formerHarnessSessionIds: [],
      cwd: wanted.cwd,
      status: 'starting',
      statusReason: null,
      endpointOf: wanted.endpointOf ? formatWorkItemRef(wanted.endpointOf) : null,
      checkout: wanted.checkout ?? null,
      createdAt: tx.now,
      lastEventAt: null,
      closedAt: null,
      executor: executorName(),
    };
    tx.insert(SessionEntity, session);
    return session;
  }

  /** Its turns run there from now on. */
  moveInto(tx: Tx, id: string, cwd: string): void {
    tx.update(SessionEntity, { id }, { cwd });
  }

  touch(tx: Tx, id: string): void {
    tx.update(SessionEntity, { id }, { lastEventAt: tx.now });
  }

  private links(tx: Tx, sessionIds: readonly string[]): Map<string, LinkView[]> {
    const found = new Map<string, LinkView[]>();
    for (const link of tx.many(SessionLinkEntity, { sessionId: sessionIds }, { by: 'id' })) {
      const list = found.get(link.sessionId) ?? [];
      list.push({ ref: parseWorkItemRef(link.ref), open: link.open });
      found.set(link.sessionId, list);
    }
    return found;
  }
}

type Row = Record<string, unknown>;

/** What a view needs of a session; intake reads it for every delivery, so it reads no more. */
type ViewedRow = Pick<
  SessionEntity,
  'id' | 'workItem' | 'workItemKey' | 'repositoryId' | 'harness' | 'status' | 'endpointOf' | 'createdAt' | 'closedAt'
>;

const OWNING = `
  SELECT id, workItem, workItemKey, repositoryId, harness, status, endpointOf, createdAt, closedAt FROM session
   WHERE workItemKey IN (SELECT value FROM json_each(?))
      OR id IN (SELECT sessionId FROM session_link WHERE refKey IN (SELECT value FROM json_each(?)))
   ORDER BY closedAt IS NOT NULL, closedAt DESC, createdAt, id`;

function viewOf(session: ViewedRow, links: ReadonlyMap<string, readonly LinkView[]>): SessionView {
  return {
    id: session.id,
    workItem: parseWorkItemRef(session.workItem),
    repositoryId: session.repositoryId,
    harness: session.harness,
    status: session.status,
    endpointOf: session.endpointOf === null ? null : parseWorkItemRef(session.endpointOf),
    links: links.get(session.id) ?? [],
    createdAt: session.createdAt,
    closedAt: session.closedAt,
  };
}

/** Keeps open sessions and, per item, the first closed one of a list ordered by the time of closing. */
function latestPerItem(): (session: ViewedRow) => boolean {
  const seen = new Set<string>();
  return (session) => {
    if (session.status !== 'closed') return true;
    if (seen.has(session.workItemKey)) return false;
    seen.add(session.workItemKey);
    return true;
  };
}

/** Another repository had this name before: the ids are known and differ. */
function isNamesake(view: SessionView, repository: Repository): boolean {
  if (repository.id === null || view.repositoryId === null) return false;
  return repositoryKey(view.workItem) === repositoryKey(repository) && view.repositoryId !== repository.id;
}
