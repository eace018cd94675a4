import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { ActivityEntity } from '../../database/entities/activity.entity.js';
import { READ } from '../../database/read.token.js';
import { type ActivityCriteria, levelsFrom } from './activity-criteria.js';
import type { FeedPage } from './row.feed.js';

/** Something changed about a session, at this place of the feed. */
export interface SessionChange {
  readonly seq: number;
  readonly sessionId: string;
}

/** Committed activity, in the order of the feed. */
@Injectable()
export class ActivityReads {
  constructor(@InjectDataSource(READ) private readonly source: DataSource) {}

  /** The place of the last committed activity; 0 before the first. */
  async head(): Promise<number> {
    const [row] = await this.rows().orderBy('activity.seq', 'DESC').take(1).getMany();
    return row?.seq ?? 0;
  }

  /** The oldest first, behind `after`. */
  after(after: number, criteria: ActivityCriteria, limit: number): Promise<ActivityEntity[]> {
    const query = this.rows().where('activity.seq > :after', { after }).orderBy('activity.seq', 'ASC').take(limit);
    return narrow(query, criteria).getMany();
  }

  /** The newest, in the order they happened. */
  async last(criteria: ActivityCriteria, limit: number): Promise<ActivityEntity[]> {
    const query = this.rows().where('activity.seq > 0').orderBy('activity.seq', 'DESC').take(limit);
    return (await narrow(query, criteria).getMany()).reverse();
  }

  /** A page of the live feed. The head is read first: what is committed in between belongs to the next page. */
  async page(after: number, criteria: ActivityCriteria, limit: number): Promise<FeedPage<ActivityEntity>> {
    const head = await this.head();
    const rows = await this.after(after, criteria, limit);
    return { rows, seenTo: rows.length < limit ? head : after };
  }

  /** Sessions that changed behind `after`, each once, at the place of its last change. */
  async changes(after: number, sessionId: string | undefined, limit: number): Promise<FeedPage<SessionChange>> {
    const head = await this.head();
    const query = this.rows()
      .select('activity.sessionId', 'sessionId')
      .addSelect('max(activity.seq)', 'seq')
      .where('activity.seq > :after AND activity.seq <= :head', { after, head })
      .andWhere('activity.sessionId IS NOT NULL')
      .groupBy('activity.sessionId')
      .orderBy('"seq"', 'ASC')
      .limit(limit);
    if (sessionId !== undefined) query.andWhere('activity.sessionId = :sessionId', { sessionId });
    const rows = await query.getRawMany<{ sessionId: string; seq: number | string }>();
    const changes = rows.map((row) => ({ sessionId: row.sessionId, seq: Number(row.seq) }));
    return { rows: changes, seenTo: changes.length < limit ? head : after };
  }

  private rows() {
    return this.source.getRepository(ActivityEntity).createQueryBuilder('activity');
  }
}

function narrow(query: SelectQueryBuilder<ActivityEntity>, criteria: ActivityCriteria) {
  const { names, level, sessionId, dispatchId, deliveryId, workItem, event } = criteria;
  if (names?.length) query.andWhere('activity.name IN (:...names)', { names });
  if (level) query.andWhere('activity.level IN (:...levels)', { levels: levelsFrom(level) });
  if (sessionId) query.andWhere('activity.sessionId = :sessionId', { sessionId });
  if (dispatchId) query.andWhere('activity.dispatchId = :dispatchId', { dispatchId });
  if (deliveryId) query.andWhere('activity.deliveryId = :deliveryId', { deliveryId });
  if (workItem) query.andWhere('lower(activity.workItem) = :workItem', { workItem: workItem.toLowerCase() });
  if (event) query.andWhere('activity.event = :event', { event });
  return query;
}
