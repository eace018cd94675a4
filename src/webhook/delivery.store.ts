import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { DeliveryEntity } from '../database/entities/delivery.entity.js';
import { formatWorkItemRef, repositoryKey, workItemKey } from '../sessions/work-item-ref.js';
import { readPayload } from './delivery-parsing.js';
import { answerOf } from './intake-answer.js';
import type { RoutedDelivery } from './delivery.router.js';
import type { Delivery } from './door.js';

type Decided = Pick<DeliveryEntity, 'outcome' | 'reason' | 'evidence' | 'refs' | 'suite' | 'error'>;

/** Deliveries inside an open transaction. The unique index on the delivery id says which ones are known. */
@Injectable()
export class DeliveryStore {
  /** Stores a delivery with its decision; false, and nothing written, when its id is known. */
  add(tx: Tx, delivery: Delivery, routed: RoutedDelivery, replayOf: string | null): boolean {
    const row = { ...arrival(tx, delivery), ...said(routed), ...decided(routed), replayOf };
    // A replay is news for nobody else: the deliveries of its suite are decided by each other alone.
    return tx.insertNew(DeliveryEntity, replayOf === null ? row : { ...row, suiteKey: null, suite: null });
  }

  /** The same delivery id again, to be decided anew or not: it is one row, with a counter. */
  repeat(tx: Tx, deliveryId: string): void {
    tx.execute(
      'UPDATE delivery SET receivedCount = receivedCount + 1, lastReceivedAt = ? WHERE deliveryId = ?',
      tx.now,
      deliveryId,
    );
  }

  decideAnew(tx: Tx, delivery: Delivery, routed: RoutedDelivery): void {
    const { deliveryId, json } = delivery;
    tx.update(DeliveryEntity, { deliveryId }, { ...said(routed), ...decided(routed), payload: json });
  }

  /** Routing itself failed on it: kept, so that it can be replayed. What was decided before stays. */
  addDefect(tx: Tx, delivery: Delivery, error: string): void {
    const defect: Decided = { outcome: 'defect', reason: 'defect', evidence: {}, refs: [], suite: null, error };
    if (!tx.insertNew(DeliveryEntity, { ...arrival(tx, delivery), ...defect })) {
      this.repeat(tx, delivery.deliveryId);
    }
  }

  get(tx: Tx, deliveryId: string): Delivery | undefined {
    const [row] = tx.select<{ event: string; payload: Uint8Array }>(
      'SELECT event, payload FROM delivery WHERE deliveryId = ?',
      deliveryId,
    );
    if (row === undefined) return undefined;
    const reading = readPayload('application/json', row.payload);
    return 'refused' in reading ? undefined : { deliveryId, event: row.event, ...reading };
  }
}

function arrival(tx: Tx, { deliveryId, event, json }: Delivery): Partial<DeliveryEntity> {
  return { deliveryId, event, receivedAt: tx.now, lastReceivedAt: tx.now, payload: json };
}

function said({ event, contentHash }: RoutedDelivery): Partial<DeliveryEntity> {
  const { action, repository, subject, sender, ci, reviewKey } = event;
  return {
    action,
    subjectKey: subject === null ? null : workItemKey(subject.ref),
    repositoryKey: repository === null ? null : repositoryKey(repository),
    repositoryId: repository?.id ?? null,
    actor: sender?.login ?? null,
    contentHash,
    suiteKey: ci?.suiteKey ?? null,
    headSha: ci?.headSha ?? null,
    reviewKey,
  };
}

function decided(routed: RoutedDelivery): Decided {
  const { because, mentions, facts } = routed.verdict;
  const { outcome, reason, decisions } = answerOf(routed);
  const named = mentions.map(({ ref, evidence, field }) => ({ ref: formatWorkItemRef(ref), evidence, field }));
  return {
    outcome,
    reason,
    evidence: { because, mentions: named, decisions },
    refs: named.map(({ ref }) => ref),
    suite: facts.suite,
    error: null,
  };
}
