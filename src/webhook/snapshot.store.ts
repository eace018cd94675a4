import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { listed } from '../dispatch/dispatch-statements.js';
import { PROCESSED } from '../dispatch/dispatch-transitions.js';
import { DispatchQueue } from '../dispatch/dispatch.queue.js';
import type { GithubEvent } from '../routing/github-event.js';
import type { Mention } from '../routing/mention.js';
import type { RoutingSnapshot } from '../routing/routing-snapshot.js';
import type { SuiteReport } from '../routing/suite-report.js';
import { PullRequestStore } from '../sessions/pull-request.store.js';
import { SessionStore } from '../sessions/session.store.js';
import type { SessionView } from '../sessions/session-view.js';
import { type WorkItemRef, workItemKey } from '../sessions/work-item-ref.js';

export interface SnapshotOf {
  readonly event: GithubEvent;
  readonly mentions: readonly Mention[];
  /** The delivery id is stored already. */
  readonly known: boolean;
  /** The owner asked for it: that it was processed before is no reason to leave it. */
  readonly replay: boolean;
}

/** Everything stored that a decision may depend on, read inside the transaction that decides. */
@Injectable()
export class SnapshotStore {
  constructor(
    private readonly sessions: SessionStore,
    private readonly pullRequests: PullRequestStore,
    private readonly queue: DispatchQueue,
  ) {}

  take(tx: Tx, of: SnapshotOf): RoutingSnapshot {
    const { event, mentions } = of;
    const heads = this.heads(tx, event);
    const refs = [...mentions, ...heads].map(({ ref }) => ref);
    return {
      processed: of.known && this.queue.processed(tx, event.deliveryId),
      hadBy: of.known ? new Set() : new Set(this.queue.receivers(tx, event.deliveryId)),
      sameContentAs: null,
      sessions: this.concerned(tx, refs, event),
      heads,
      knownItems: knownItems(tx, of),
      suite: of.replay ? null : suiteSoFar(tx, of),
    };
  }

  /** Another processed delivery of the same event and the same content; looked for only where it would matter. */
  sameContentAs(tx: Tx, { subject, name, deliveryId }: GithubEvent, contentHash: string): string | null {
    const key = subject === null ? null : workItemKey(subject.ref);
    const [same] = tx.select<{ deliveryId: string }>(SAME_CONTENT, key, contentHash, name, deliveryId);
    return same?.deliveryId ?? null;
  }

  /** The session of the item behind a pull request's own session may have the pull request on record too. */
  private concerned(tx: Tx, refs: readonly WorkItemRef[], { repository }: GithubEvent): SessionView[] {
    const found = this.sessions.owning(tx, refs, repository);
    const behind = found.flatMap(({ endpointOf }) => endpointOf ?? []);
    if (behind.length === 0) return found;
    const ids = new Set(found.map(({ id }) => id));
    return [...found, ...this.sessions.owning(tx, behind, repository).filter(({ id }) => !ids.has(id))];
  }

  private heads(tx: Tx, event: GithubEvent): RoutingSnapshot['heads'] {
    const sha = event.ci?.headSha;
    const repositoryId = event.repository?.id;
    return sha && repositoryId ? this.pullRequests.withHead(tx, sha, repositoryId) : [];
  }
}

const SAME_CONTENT = `
  SELECT deliveryId FROM delivery
   WHERE subjectKey IS ? AND contentHash = ? AND event = ? AND deliveryId <> ?
     AND EXISTS (SELECT 1 FROM dispatch
                  WHERE dispatch.deliveryId = delivery.deliveryId AND state IN ${listed(PROCESSED)})
   LIMIT 1`;

/** An item that is the subject of this very event exists anyway; the others are looked up. */
function knownItems(tx: Tx, { event, mentions }: SnapshotOf): Set<string> {
  const keys = mentions.filter(({ evidence }) => evidence !== 'subject').map(({ ref }) => workItemKey(ref));
  if (keys.length === 0) return new Set();
  const rows = tx.select<{ value: string }>(
    `SELECT value FROM json_each(?)
      WHERE EXISTS (SELECT 1 FROM delivery WHERE subjectKey = value AND deliveryId <> ?)`,
    JSON.stringify(keys),
    event.deliveryId,
  );
  return new Set(rows.map(({ value }) => value));
}

/** As it was before this delivery first came: one that comes again is no news to itself. */
function suiteSoFar(tx: Tx, { event, known }: SnapshotOf): SuiteReport | null {
  const key = event.ci?.suiteKey;
  if (!key) return null;
  const [last] = tx.select<{ suite: string }>(
    `SELECT suite FROM delivery
      WHERE suiteKey = ? AND suite IS NOT NULL AND seq < coalesce((SELECT seq FROM delivery WHERE deliveryId = ?), ?)
      ORDER BY seq DESC LIMIT 1`,
    key,
    known ? event.deliveryId : null,
    Number.MAX_SAFE_INTEGER,
  );
  return last === undefined ? null : (JSON.parse(last.suite) as SuiteReport);
}
