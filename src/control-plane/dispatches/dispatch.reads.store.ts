import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In } from 'typeorm';
import { DispatchEntity, type DispatchState } from '../../database/entities/dispatch.entity.js';
import { READ } from '../../database/read.token.js';
import { OVER, PROCESSED, UNFINISHED, WAITING } from '../../dispatch/dispatch-transitions.js';
import { parseWorkItemRef, workItemKey } from '../../sessions/work-item-ref.js';
import { Batch, grouped } from '../page/batch.js';
import { decodeCursor, encodeCursor } from '../page/cursor.js';
import { tally } from '../page/tally.store.js';
import type { DispatchFilter } from './dispatch.filter.js';

const LIST = 'dispatches';

/** Dispatches as the control plane reads them. */
@Injectable()
export class DispatchReads {
  readonly byId = new Batch<DispatchEntity>(async (ids) => {
    const rows = await this.dispatches.findBy({ id: In(ids) });
    return new Map(rows.map((row) => [row.id, row]));
  });

  readonly ofDelivery = new Batch<DispatchEntity[]>(async (deliveryIds) => {
    const rows = await this.dispatches.find({ where: { deliveryId: In(deliveryIds) }, order: { seq: 'ASC' } });
    return grouped(rows, (row) => row.deliveryId!);
  });

  readonly running = new Batch<DispatchEntity>(async (sessionIds) => {
    const rows = await this.dispatches.findBy({ sessionId: In(sessionIds), state: 'running' });
    return new Map(rows.map((row) => [row.sessionId, row]));
  });

  /** How many wait, by session id. */
  readonly waitingCount = new Batch<number>(async (sessionIds) => {
    const rows = await this.dispatches
      .createQueryBuilder('dispatch')
      .select('dispatch.sessionId', 'sessionId')
      .addSelect('count(*)', 'count')
      .where('dispatch.sessionId IN (:...sessionIds)', { sessionIds })
      .andWhere('dispatch.state IN (:...states)', { states: WAITING })
      .groupBy('dispatch.sessionId')
      .getRawMany<{ sessionId: string; count: number | string }>();
    return new Map(rows.map(({ sessionId, count }) => [sessionId, Number(count)]));
  });

  /** Turns and their cost, by session id. */
  readonly cost = new Batch<{ turns: number; usd: number | null }>(async (sessionIds) => {
    const rows = await this.dispatches
      .createQueryBuilder('dispatch')
      .select('dispatch.sessionId', 'sessionId')
      .addSelect('sum(dispatch.attempts)', 'turns')
      .addSelect('sum(dispatch.costUsd)', 'usd')
      .where('dispatch.sessionId IN (:...sessionIds)', { sessionIds })
      .groupBy('dispatch.sessionId')
      .getRawMany<{ sessionId: string; turns: number | string; usd: number | null }>();
    return new Map(rows.map(({ sessionId, turns, usd }) => [sessionId, { turns: Number(turns), usd }]));
  });

  private readonly lanes = new Map<string, Batch<DispatchEntity[]>>();

  constructor(@InjectDataSource(READ) private readonly source: DataSource) {}

  /** Newest first; one row more than asked for where there is one. */
  page(
    filter: DispatchFilter,
    only: string | undefined,
    first: number,
    after?: string | null,
  ): Promise<DispatchEntity[]> {
    const query = this.dispatches.createQueryBuilder('dispatch').orderBy('dispatch.seq', 'DESC');
    if (only !== undefined) query.andWhere('dispatch.sessionId = :only', { only });
    if (filter.state?.length) query.andWhere('dispatch.state IN (:...state)', { state: filter.state });
    if (filter.kind) query.andWhere('dispatch.kind = :kind', { kind: filter.kind });
    if (filter.sessionId) query.andWhere('dispatch.sessionId = :sessionId', { sessionId: filter.sessionId });
    if (filter.deliveryId) query.andWhere('dispatch.deliveryId = :deliveryId', { deliveryId: filter.deliveryId });
    if (filter.outcome) query.andWhere('dispatch.outcome = :outcome', { outcome: filter.outcome });
    if (filter.since) query.andWhere('dispatch.createdAt >= :since', { since: filter.since });
    if (filter.until) query.andWhere('dispatch.createdAt < :until', { until: filter.until });
    if (filter.workItem) {
      const ofItem = 'dispatch.sessionId IN (SELECT "id" FROM "session" WHERE "workItemKey" = :workItem)';
      query.andWhere(ofItem, { workItem: workItemKey(parseWorkItemRef(filter.workItem)) });
    }
    if (after) query.andWhere('dispatch.seq < :after', { after: decodeCursor(LIST, after)[0] });
    return query.take(first + 1).getMany();
  }

  cursorOf(row: DispatchEntity): string {
    return encodeCursor(LIST, row.seq);
  }

  /** The next to run of each session, at most `limit`. */
  queue(sessionId: string, limit: number): Promise<DispatchEntity[]> {
    return this.lane(WAITING, 'ASC', limit, sessionId);
  }

  /** What a session has done last, newest first, at most `limit`. */
  history(sessionId: string, limit: number): Promise<DispatchEntity[]> {
    return this.lane(ENDED, 'DESC', limit, sessionId);
  }

  /** The last deliveries handed to a session, oldest first. */
  async recentDeliveries(sessionId: string, limit: number): Promise<string[]> {
    const rows = await this.lane(PROCESSED, 'DESC', limit, sessionId);
    return [...new Set(rows.flatMap(({ deliveryId }) => deliveryId ?? []))].reverse();
  }

  countByState(): Promise<Map<string, number>> {
    return tally(this.dispatches, 'state');
  }

  /** What waits, runs or is set aside, at most `limit` rows in the order of the lanes. */
  unfinished(limit: number): Promise<DispatchEntity[]> {
    return this.dispatches.find({
      where: { state: In([...UNFINISHED, 'quarantined']) },
      order: { seq: 'ASC' },
      take: limit,
    });
  }

  /** One query for the same part of the lanes of all sessions that are asked about together. */
  private async lane(states: readonly DispatchState[], order: 'ASC' | 'DESC', limit: number, sessionId: string) {
    const key = `${states.join()} ${limit}`;
    const batch = this.lanes.get(key) ?? new Batch((ids) => this.readLanes(states, order, limit, ids));
    this.lanes.set(key, batch);
    return (await batch.load(sessionId)) ?? [];
  }

  private async readLanes(
    states: readonly DispatchState[],
    order: 'ASC' | 'DESC',
    limit: number,
    ids: readonly string[],
  ) {
    const placed =
      `SELECT "seq", row_number() OVER (PARTITION BY "sessionId" ORDER BY "seq" ${order}) AS "place" ` +
      'FROM "dispatch" WHERE "sessionId" IN (:...ids) AND "state" IN (:...states)';
    const rows = await this.dispatches
      .createQueryBuilder('dispatch')
      .where(`dispatch.seq IN (SELECT "seq" FROM (${placed}) AS "placed" WHERE "place" <= :limit)`, {
        ids,
        states,
        limit,
      })
      .orderBy('dispatch.seq', order)
      .getMany();
    return grouped(rows, (row) => row.sessionId);
  }

  private get dispatches() {
    return this.source.getRepository(DispatchEntity);
  }
}

/** Nothing goes on with these by itself. */
const ENDED: readonly DispatchState[] = [...OVER, 'quarantined'];
