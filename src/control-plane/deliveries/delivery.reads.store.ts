import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { DeliveryEntity } from '../../database/entities/delivery.entity.js';
import { READ } from '../../database/read.token.js';
import { parseWorkItemRef, workItemKey } from '../../sessions/work-item-ref.js';
import { Batch } from '../page/batch.js';
import { decodeCursor, encodeCursor } from '../page/cursor.js';
import { tally } from '../page/tally.store.js';
import type { DeliveryFilter } from './delivery.filter.js';

const LIST = 'deliveries';
const REACHED =
  'EXISTS (SELECT 1 FROM "dispatch" WHERE "dispatch"."deliveryId" = delivery.deliveryId AND "dispatch"."sessionId" = :only)';

/** Deliveries as the control plane reads them. Lists never touch a payload. */
@Injectable()
export class DeliveryReads {
  readonly byId = new Batch<DeliveryEntity>(async (ids) => {
    const rows = await this.deliveries.findBy({ deliveryId: In(ids) });
    return new Map(rows.map((row) => [row.deliveryId, row]));
  });

  constructor(@InjectDataSource(READ) private readonly source: DataSource) {}

  /** Newest first; one row more than asked for where there is one. `only`: those that reached this session. */
  page(
    filter: DeliveryFilter,
    only: string | undefined,
    first: number,
    after?: string | null,
  ): Promise<DeliveryEntity[]> {
    const query = this.deliveries.createQueryBuilder('delivery').orderBy('delivery.seq', 'DESC');
    if (only !== undefined) query.andWhere(REACHED, { only });
    narrow(query, filter);
    if (after) query.andWhere('delivery.seq < :after', { after: decodeCursor(LIST, after)[0] });
    return query.take(first + 1).getMany();
  }

  cursorOf(row: DeliveryEntity): string {
    return encodeCursor(LIST, row.seq);
  }

  /** The delivery, when it exists and, for a confined caller, reached its session. */
  async one(deliveryId: string, only: string | undefined): Promise<DeliveryEntity | null> {
    const query = this.deliveries
      .createQueryBuilder('delivery')
      .where('delivery.deliveryId = :deliveryId', { deliveryId });
    if (only !== undefined) query.andWhere(REACHED, { only });
    return query.getOne();
  }

  /** The payload as GitHub wrote it. */
  async payload(deliveryId: string): Promise<string | null> {
    const row = await this.deliveries.findOne({ where: { deliveryId }, select: { seq: true, payload: true } });
    return row === null ? null : Buffer.from(row.payload).toString('utf8');
  }

  countByOutcome(): Promise<Map<string, number>> {
    return tally(this.deliveries, 'outcome');
  }

  async lastReceivedAt(): Promise<number | null> {
    const [row] = await this.deliveries.find({ order: { seq: 'DESC' }, take: 1 });
    return row?.receivedAt ?? null;
  }

  private get deliveries() {
    return this.source.getRepository(DeliveryEntity);
  }
}

function narrow(query: SelectQueryBuilder<DeliveryEntity>, filter: DeliveryFilter): void {
  if (filter.event?.length) query.andWhere('delivery.event IN (:...event)', { event: filter.event });
  if (filter.action) query.andWhere('delivery.action = :action', { action: filter.action });
  if (filter.outcome?.length) query.andWhere('delivery.outcome IN (:...outcome)', { outcome: filter.outcome });
  if (filter.reason?.length) query.andWhere('delivery.reason IN (:...reason)', { reason: filter.reason });
  if (filter.actor) query.andWhere('lower(delivery.actor) = :actor', { actor: filter.actor.toLowerCase() });
  if (filter.since) query.andWhere('delivery.receivedAt >= :since', { since: filter.since });
  if (filter.until) query.andWhere('delivery.receivedAt < :until', { until: filter.until });
  if (filter.repository) {
    query.andWhere('delivery.repositoryKey = :repository', { repository: filter.repository.toLowerCase() });
  }
  if (filter.workItem) {
    // A ref has no character that JSON would escape, so its quoted form is found in the stored list as it is.
    const ref = JSON.stringify(workItemKey(parseWorkItemRef(filter.workItem)));
    const escaped = ref.replace(/[\\%_]/g, (character) => `\\${character}`);
    query.andWhere(`lower(delivery.refs) LIKE :ref ESCAPE '\\'`, { ref: `%${escaped}%` });
  }
}
