import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { ActivityName } from '../events/activity-catalogue.js';
import type { Fact } from '../events/activity.js';

type Surroundings = Pick<Fact, 'workItem' | 'harness' | 'event' | 'action' | 'actor'>;

/** States facts about rows, with everything a watcher wants to know of them. */
@Injectable()
export class DispatchJournal {
  tell(tx: Tx, name: ActivityName, row: DispatchEntity, why: Pick<Fact, 'reason' | 'error' | 'level'> = {}): void {
    const { id: dispatchId, sessionId, deliveryId } = row;
    const [around] = tx.select<Surroundings>(AROUND, deliveryId, sessionId);
    tx.record({ name, dispatchId, sessionId, deliveryId, ...around, ...why });
  }
}

/** The session's columns and the delivery's, of which work the owner asked for has none. */
const AROUND = `
  SELECT workItem, harness, event, action, actor
    FROM session LEFT JOIN delivery ON delivery.deliveryId = ?
   WHERE session.id = ?`;
