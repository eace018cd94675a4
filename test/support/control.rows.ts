import { randomUUID } from 'node:crypto';
import type { Tx } from '../../src/database/database.tx.js';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { DispatchEntity } from '../../src/database/entities/dispatch.entity.js';
import { SessionEntity } from '../../src/database/entities/session.entity.js';

/** Rows as the product writes them, with what a test does not care about filled in. */
export function insertSession(tx: Tx, number: number, more: Partial<SessionEntity> = {}): string {
  const workItem = `github:Octo-Org/Shop#${number}`;
  const id = more.id ?? randomUUID();
  tx.insert(SessionEntity, {
    id,
    workItem,
    workItemKey: workItem.toLowerCase(),
    repositoryKey: 'octo-org/shop',
    repositoryId: 42,
    harness: 'claude',
    harnessSessionId: `conversation-${number}`,
    formerHarnessSessionIds: [],
    cwd: '/home/mona/shop',
    status: 'active',
    statusReason: null,
    createdAt: 1_764_500_000_000 + number,
    executor: 'here',
    ...more,
  });
  return id;
}

export function insertDelivery(tx: Tx, deliveryId: string, more: Partial<DeliveryEntity> = {}): void {
  tx.insert(DeliveryEntity, {
    deliveryId,
    event: 'issue_comment',
    action: 'created',
    receivedAt: tx.now,
    lastReceivedAt: tx.now,
    receivedCount: 1,
    outcome: 'accepted',
    reason: 'matched',
    evidence: {},
    refs: ['github:Octo-Org/Shop#1'],
    subjectKey: 'github:octo-org/shop#1',
    repositoryKey: 'octo-org/shop',
    repositoryId: 42,
    actor: 'mona',
    payload: Buffer.from(`{"of":"${deliveryId}"}`),
    ...more,
  });
}

export function insertDispatch(tx: Tx, sessionId: string, more: Partial<DispatchEntity> = {}): string {
  const id = more.id ?? randomUUID();
  tx.insert(DispatchEntity, {
    id,
    sessionId,
    deliveryId: null,
    kind: 'resume',
    reason: 'matched',
    state: 'succeeded',
    attempts: 0,
    starts: 0,
    createdAt: tx.now,
    executor: 'here',
    ...more,
  });
  return id;
}
