import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { executorName } from '../config/executor.name.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { orderedUuid } from '../database/ordered-uuid.js';
import { SessionAlreadyActiveError } from '../sessions/session-errors.js';
import { SessionRegistry } from '../sessions/session.registry.js';
import { SessionStore } from '../sessions/session.store.js';
import {
  formatWorkItemRef,
  parseWorkItemRef,
  repositoryKey,
  type WorkItemRef,
  workItemKey,
} from '../sessions/work-item-ref.js';

/** A session as another registry has kept it. */
export interface SessionRecord {
  readonly workItem: string;
  readonly harness: string;
  readonly harnessSessionId: string;
  readonly cwd: string;
  readonly status: 'active' | 'closed';
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly lastEventAt: number | null;
  /** Deliveries it has had, oldest first: they are not to reach it a second time. */
  readonly recentDeliveries: readonly string[];
}

export interface Import {
  readonly sessionId: string;
  /** False when the record is here already; then nothing was changed. */
  readonly isNew: boolean;
}

/** Takes over sessions that were registered elsewhere, with their age and what they have had. */
@Injectable()
export class SessionImporter {
  constructor(
    private readonly transactions: Transactions,
    private readonly registry: SessionRegistry,
    private readonly sessions: SessionStore,
  ) {}

  /** Throws what a registration throws; the binary and the directory may be missing, because work goes on elsewhere. */
  async take(record: SessionRecord): Promise<Import> {
    await this.registry.check({ ...record, check: false });
    const ref = parseWorkItemRef(record.workItem);
    return this.transactions.run((tx) => {
      const { harness, harnessSessionId } = record;
      const same = tx.one(SessionEntity, { workItemKey: workItemKey(ref), harness, harnessSessionId });
      if (same !== undefined) return { sessionId: same.id, isNew: false };
      const open = this.sessions.openFor(tx, ref);
      if (open !== undefined && record.status === 'active') throw new SessionAlreadyActiveError(open);
      return { sessionId: this.add(tx, ref, record), isNew: true };
    });
  }

  private add(tx: Tx, ref: WorkItemRef, record: SessionRecord): string {
    const { harness, harnessSessionId, cwd, status, createdAt, lastEventAt } = record;
    const id = randomUUID();
    const workItem = formatWorkItemRef(ref);
    const lastSeen = lastEventAt ?? createdAt;
    const isClosed = status === 'closed';
    tx.insert(SessionEntity, {
      id,
      ...{ workItem, workItemKey: workItemKey(ref), repositoryKey: repositoryKey(ref), repositoryId: null },
      ...{ harness, harnessSessionId, formerHarnessSessionIds: [], cwd, checkout: null, endpointOf: null },
      ...{ status, statusReason: isClosed ? IMPORTED : null, closedAt: isClosed ? lastSeen : null },
      ...{ createdAt, lastEventAt, executor: executorName() },
    });
    tx.record({ name: 'session.registered', sessionId: id, workItem, harness, reason: IMPORTED });
    for (const deliveryId of record.recentDeliveries) had(tx, { sessionId: id, deliveryId, at: lastSeen });
    return id;
  }
}

const IMPORTED = 'imported';

function had(tx: Tx, { sessionId, deliveryId, at }: { sessionId: string; deliveryId: string; at: number }): void {
  tx.insert(DispatchEntity, {
    id: orderedUuid(at),
    ...{ sessionId, deliveryId, kind: 'resume', reason: IMPORTED, state: 'succeeded', outcome: IMPORTED },
    ...{ attempts: 0, starts: 0, createdAt: at, endedAt: at, executor: executorName() },
  });
}
