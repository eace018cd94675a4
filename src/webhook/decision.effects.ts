import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { NewDispatch } from '../dispatch/dispatch.queue.js';
import type { Ticket } from '../dispatch/dispatch.lanes.js';
import type { Fact } from '../events/activity.js';
import type { GithubEvent } from '../routing/github-event.js';
import { isLink } from '../routing/mention.js';
import type { RoutingDecision } from '../routing/routing-decision.js';
import { PullRequestStore } from '../sessions/pull-request.store.js';
import { SessionStates } from '../sessions/session.states.js';
import { SessionStore } from '../sessions/session.store.js';
import { formatWorkItemRef, sameWorkItem } from '../sessions/work-item-ref.js';
import { BoundedQueue } from './bounded.queue.js';
import type { RoutedDelivery } from './delivery.router.js';
import { type Spawn, SpawnDirectories } from './spawn.directories.js';

type Resume = Extract<RoutingDecision, { kind: 'resume' }>;
type Close = Extract<RoutingDecision, { kind: 'close' }>;

/** Makes a decision happen, as rows: nothing here reaches beyond the transaction. */
@Injectable()
export class DecisionEffects {
  constructor(
    private readonly sessions: SessionStore,
    private readonly states: SessionStates,
    private readonly pullRequests: PullRequestStore,
    private readonly queue: BoundedQueue,
    private readonly directories: SpawnDirectories,
  ) {}

  /** The row that now waits; undefined when nobody is woken. */
  apply(tx: Tx, routed: RoutedDelivery, decision: RoutingDecision): Ticket | undefined {
    switch (decision.kind) {
      case 'resume':
        return this.resume(tx, routed.event, decision);
      case 'spawn':
        return this.spawn(tx, routed, decision);
      case 'close':
        return this.close(tx, routed.event, decision);
      case 'ignore':
        return undefined;
    }
  }

  private resume(tx: Tx, event: GithubEvent, decision: Resume): Ticket {
    const { sessionId, reason, declined } = decision;
    if (reason === 'reopened') this.states.reopen(tx, sessionId);
    if (declined !== undefined) {
      tx.record({ name: 'session.pr_session_declined', ...factsOf(event), sessionId, reason: declined });
    }
    this.sessions.touch(tx, sessionId);
    return this.wait(tx, event, sessionId, { kind: 'resume', reason });
  }

  private spawn(tx: Tx, routed: RoutedDelivery, decision: Spawn): Ticket {
    const { event, mentions } = routed;
    const { workItem, repositoryId, harness, endpointOf, reason } = decision;
    const cwd = this.directories.of(decision);
    if (cwd === undefined) throw new Error(`No directory is configured for "${formatWorkItemRef(workItem)}"`);
    const checkout = this.directories.checkoutOf(routed, decision);
    const session = this.sessions.reserve(tx, { workItem, repositoryId, harness, cwd, endpointOf, checkout });
    tx.record({
      name: endpointOf === undefined ? 'session.spawned' : 'session.pr_spawned',
      ...factsOf(event),
      sessionId: session.id,
      workItem: session.workItem,
      harness,
      reason,
    });
    const { subject } = event;
    const mention = mentions.find(({ ref }) => sameWorkItem(ref, workItem));
    if (subject?.kind === 'pull-request' && mention !== undefined && isLink(mention)) {
      this.pullRequests.link(tx, session.id, subject.ref, mention.evidence);
    }
    return this.wait(tx, event, session.id, { kind: 'spawn', reason });
  }

  /** The close itself waits in the lane for what came before it; from now on the session owns nothing. */
  private close(tx: Tx, event: GithubEvent, { sessionId, reason }: Close): Ticket {
    this.states.markClosing(tx, sessionId, reason);
    return this.wait(tx, event, sessionId, { kind: 'close', reason });
  }

  private wait(tx: Tx, event: GithubEvent, sessionId: string, what: Pick<NewDispatch, 'kind' | 'reason'>): Ticket {
    const { deliveryId } = event;
    const row =
      this.queue.requeue(tx, deliveryId, sessionId) ?? this.queue.enqueue(tx, { sessionId, deliveryId, ...what });
    return { sessionId, dispatchId: row.id };
  }
}

/** What every fact about a delivery carries. */
export function factsOf(event: GithubEvent): Omit<Fact, 'name'> {
  const { deliveryId, name, action, sender, subject } = event;
  return {
    deliveryId,
    event: name,
    action,
    actor: sender?.login,
    workItem: subject === null ? null : formatWorkItemRef(subject.ref),
  };
}
