import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import type { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { SessionStore } from '../sessions/session.store.js';
import { parseWorkItemRef, repositoryKey, type WorkItemRef } from '../sessions/work-item-ref.js';
import { headOfPayload } from '../workspace/head-of-payload.js';
import type { PullRequestHead } from '../workspace/workspace-request.js';
import { WorkspaceStore } from '../workspace/workspace.store.js';
import { DispatchQueue } from './dispatch.queue.js';

/** The next row of a session that has, or is to have, a checkout of our own. */
export interface CheckoutNeed {
  readonly row: DispatchEntity;
  readonly session: SessionEntity;
  /** null for an issue. */
  readonly head: PullRequestHead | null;
  /** It was made already, and nothing that was said of it since is left to take back. */
  readonly isMade: boolean;
}

/** What stands in the rows about the checkouts of sessions. */
@Injectable()
export class CheckoutNeeds {
  constructor(
    private readonly sessions: SessionStore,
    private readonly queue: DispatchQueue,
    private readonly workspaces: WorkspaceStore,
  ) {}

  /** undefined when nothing is due, or when nothing has to be made or let go for it. */
  of(tx: Tx, sessionId: string): CheckoutNeed | undefined {
    const session = this.sessions.get(tx, sessionId);
    if (session === undefined || !this.hasCheckout(tx, session)) return undefined;
    const row = this.queue.head(tx, sessionId);
    if (row === undefined) return undefined;
    if (row.kind === 'close' ? session.status !== 'closing' : session.checkout === null) return undefined;
    const isMade = !this.isMissing(tx, session) && this.workspaces.get(tx, sessionId)?.reason === null;
    return { row, session, head: row.kind === 'close' ? null : headFor(tx, session, row), isMade };
  }

  /** It has one, or is going to. */
  hasCheckout(tx: Tx, { id, checkout }: SessionEntity): boolean {
    return checkout !== null || isThere(this.workspaces.get(tx, id));
  }

  /** The row must not be claimed yet: its checkout has to be made first, or to be let go. */
  comesFirst(tx: Tx, row: DispatchEntity, session: SessionEntity): boolean {
    if (row.kind !== 'close') return this.isMissing(tx, session);
    const made = this.workspaces.get(tx, session.id);
    return session.status === 'closing' && isThere(made) && made?.reason === null;
  }

  /** A turn of the session would find nothing where its checkout has to be. */
  private isMissing(tx: Tx, { id, cwd, checkout }: SessionEntity): boolean {
    if (checkout === null) return false;
    const made = this.workspaces.get(tx, id);
    return made?.state !== 'ready' || made.path !== cwd;
  }
}

function isThere(made: WorkspaceEntity | undefined): boolean {
  return made?.state === 'ready' || made?.state === 'preparing';
}

const PAYLOAD = 'SELECT payload FROM delivery WHERE deliveryId = ?';

/** What the waiting event shows of the head, or what was known when the session was reserved. */
function headFor(tx: Tx, { workItem, checkout }: SessionEntity, { deliveryId }: DispatchEntity): CheckoutNeed['head'] {
  if (!checkout?.isPullRequest) return null;
  const [stored] = deliveryId === null ? [] : tx.select<{ payload: Uint8Array }>(PAYLOAD, deliveryId);
  const payload = stored && (JSON.parse(Buffer.from(stored.payload).toString('utf8')) as Payload);
  const isItsOwn = payload !== undefined && isAbout(payload, parseWorkItemRef(workItem));
  return (isItsOwn && headOfPayload(payload)) || { branch: checkout.branch, sha: null, fork: 'unknown' };
}

interface Payload {
  readonly pull_request?: { readonly number?: unknown } | null;
  readonly repository?: { readonly full_name?: unknown } | null;
}

function isAbout({ pull_request: pullRequest, repository }: Payload, item: WorkItemRef): boolean {
  const name = repository?.full_name;
  return pullRequest?.number === item.number && typeof name === 'string' && name.toLowerCase() === repositoryKey(item);
}
