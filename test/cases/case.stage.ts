import type { INestApplicationContext } from '@nestjs/common';
import { Transactions } from '../../src/database/database.transactions.js';
import type { Tx } from '../../src/database/database.tx.js';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { DispatchEntity } from '../../src/database/entities/dispatch.entity.js';
import { PullRequestHeadEntity } from '../../src/database/entities/pull-request-head.entity.js';
import { SessionEntity } from '../../src/database/entities/session.entity.js';
import { SessionLinkEntity } from '../../src/database/entities/session-link.entity.js';
import { PullRequestStore } from '../../src/sessions/pull-request.store.js';
import { parseWorkItemRef, repositoryKey, workItemKey } from '../../src/sessions/work-item-ref.js';
import { DoorRulesSource } from '../../src/webhook/door-rules.source.js';
import { RoutingPolicySource } from '../../src/webhook/routing-policy.source.js';
import { DEFAULT_SECRET } from './case.delivery.js';
import type { CaseConfig, CaseSession, RoutingCase } from './routing-case.js';

/** Before anything a payload of the cases tells of. */
const LONG_AGO = Date.parse('2025-01-01T00:00:00Z');

/** What a delivery left behind. */
export interface Aftermath {
  readonly deliveries: readonly DeliveryEntity[];
  readonly dispatches: readonly DispatchEntity[];
  readonly sessions: readonly SessionEntity[];
  readonly activities: readonly ActivityEntity[];
}

/** Sets the running application to the state and the policy a case begins with, and reads what is there after it. */
export class CaseStage {
  private readonly transactions: Transactions;

  constructor(private readonly app: INestApplicationContext) {
    this.transactions = app.get(Transactions);
  }

  /** `cwd` replaces the directories of the registry, where a turn is going to run. */
  async set(wanted: RoutingCase, cwd?: string): Promise<void> {
    this.app.get(RoutingPolicySource).current = policyOf(wanted.config);
    this.app.get(DoorRulesSource).current = {
      secrets: [wanted.config.secret ?? DEFAULT_SECRET],
      allowUnsigned: false,
      maxBodyBytes: wanted.config.maxBodyBytes ?? 26_214_400,
    };
    const { processed = [], failed = [] } = wanted.history ?? {};
    const [someSession] = wanted.registry;
    await this.transactions.run((tx) => {
      for (const table of [ActivityEntity, DeliveryEntity, DispatchEntity, PullRequestHeadEntity]) tx.delete(table, {});
      for (const table of [SessionLinkEntity, SessionEntity]) tx.delete(table, {});
      for (const session of wanted.registry) this.register(tx, cwd === undefined ? session : { ...session, cwd });
      for (const id of processed) remember(tx, id, someSession?.id ?? 'none', 'succeeded');
      for (const id of failed) remember(tx, id, someSession?.id ?? 'none', 'failed');
      for (const { id, recentDeliveries = [] } of wanted.registry) {
        for (const delivery of recentDeliveries) dispatched(tx, delivery, id, 'succeeded');
      }
    });
  }

  after(): Promise<Aftermath> {
    return this.transactions.run((tx) => ({
      deliveries: tx.many(DeliveryEntity, {}),
      dispatches: tx.many(DispatchEntity, {}, { by: 'seq' }),
      sessions: tx.many(SessionEntity, {}),
      activities: tx.many(ActivityEntity, {}, { by: 'seq' }),
    }));
  }

  private register(tx: Tx, session: CaseSession): void {
    const ref = parseWorkItemRef(session.workItem);
    tx.insert(SessionEntity, {
      id: session.id,
      workItem: session.workItem,
      workItemKey: workItemKey(ref),
      repositoryKey: repositoryKey(ref),
      repositoryId: session.repositoryId ?? null,
      harness: session.harness,
      harnessSessionId: session.harnessSessionId,
      formerHarnessSessionIds: [],
      cwd: session.cwd,
      status: session.status,
      endpointOf: session.endpointOf ?? null,
      createdAt: LONG_AGO,
      closedAt: session.status === 'closed' ? LONG_AGO + 1 : null,
      executor: 'cases',
    });
    const pullRequests = this.app.get(PullRequestStore, { strict: false });
    for (const text of session.pullRequests ?? []) pullRequests.link(tx, session.id, parseWorkItemRef(text), 'owner');
  }
}

/** A delivery of former times, with what became of it. */
function remember(tx: Tx, deliveryId: string, sessionId: string, state: 'succeeded' | 'failed'): void {
  tx.insertNew(DeliveryEntity, {
    deliveryId,
    event: 'issue_comment',
    receivedAt: LONG_AGO,
    lastReceivedAt: LONG_AGO,
    outcome: 'accepted',
    reason: 'matched',
    evidence: {},
    refs: [],
    payload: Buffer.from('{}'),
  });
  dispatched(tx, deliveryId, sessionId, state);
}

/** What a session has had; of its record alone when the delivery itself is not stored. */
function dispatched(tx: Tx, deliveryId: string, sessionId: string, state: 'succeeded' | 'failed'): void {
  tx.insert(DispatchEntity, {
    id: `of-${deliveryId}-${sessionId}`,
    sessionId,
    deliveryId,
    kind: 'resume',
    reason: 'matched',
    state,
    createdAt: LONG_AGO,
    executor: 'cases',
  });
}

/** The defaults of README.md, with the calming settings off. */
function policyOf(config: CaseConfig): RoutingPolicySource['current'] {
  return {
    enabled: config.enabled ?? true,
    events: config.events ?? DEFAULT_EVENTS,
    authorizedUsers: config.authorizedUsers ?? null,
    selfLogins: config.selfLogins ?? [],
    selfMarker: config.selfMarker ?? '<!-- the-loop:agent-comment -->',
    ignoreBots: config.ignoreBots ?? false,
    defaultHarness: config.defaultHarness ?? 'claude',
    spawnOnUnmatched: config.spawnOnUnmatched ?? 'never',
    autoExecuteLabel: config.autoExecuteLabel ?? 'the-loop: auto-execute',
    sessionPerPr: (config.sessionPerPr ?? true) ? 'cross-repository' : 'never',
    workspaceRoot: config.workspaceRoot ?? null,
    allowForks: false,
    ci: 'all',
    quietActions: {},
  };
}

const DEFAULT_EVENTS = [
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'workflow_run',
  'check_run',
  'check_suite',
  'status',
];
