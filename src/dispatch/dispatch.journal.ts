import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { DeliveryEntity } from '../database/entities/delivery.entity.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { ActivityName } from '../events/activity-catalogue.js';
import { SessionStore } from '../sessions/session.store.js';

/** States facts about rows, with everything a watcher wants to know of them. */
@Injectable()
export class DispatchJournal {
  constructor(private readonly sessions: SessionStore) {}

  tell(
    tx: Tx,
    name: ActivityName,
    row: DispatchEntity,
    why: { reason?: string | null; error?: string | null } = {},
  ): void {
    const session = this.sessions.get(tx, row.sessionId);
    const delivery = row.deliveryId === null ? undefined : tx.one(DeliveryEntity, { deliveryId: row.deliveryId });
    tx.record({
      name,
      dispatchId: row.id,
      sessionId: row.sessionId,
      deliveryId: row.deliveryId,
      event: delivery?.event,
      action: delivery?.action,
      actor: delivery?.actor,
      workItem: session?.workItem,
      harness: session?.harness,
      reason: why.reason,
      error: why.error,
    });
  }
}
