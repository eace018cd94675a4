import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In, Not } from 'typeorm';
import { SessionLinkEntity } from '../../database/entities/session-link.entity.js';
import { SessionEntity } from '../../database/entities/session.entity.js';
import { READ } from '../../database/read.token.js';
import { parseWorkItemRef, workItemKey } from '../../sessions/work-item-ref.js';
import { Batch, grouped } from '../page/batch.js';
import { decodeCursor, encodeCursor } from '../page/cursor.js';
import { tally } from '../page/tally.store.js';
import type { SessionFilter } from './session.filter.js';

const LIST = 'sessions';

/** Sessions as the control plane reads them: committed rows, through the read-only source. */
@Injectable()
export class SessionReads {
  readonly byId = new Batch<SessionEntity>(async (ids) => {
    const rows = await this.sessions.findBy({ id: In(ids) });
    return new Map(rows.map((row) => [row.id, row]));
  });

  /** Pull requests by session id, in the order they were recorded. */
  readonly links = new Batch<SessionLinkEntity[]>(async (ids) => {
    const rows = await this.source
      .getRepository(SessionLinkEntity)
      .find({ where: { sessionId: In(ids) }, order: { id: 'ASC' } });
    return grouped(rows, (row) => row.sessionId);
  });

  constructor(@InjectDataSource(READ) private readonly source: DataSource) {}

  /** Newest first; one row more than asked for where there is one. */
  page(
    filter: SessionFilter,
    only: string | undefined,
    first: number,
    after?: string | null,
  ): Promise<SessionEntity[]> {
    const query = this.sessions
      .createQueryBuilder('session')
      .orderBy('session.createdAt', 'DESC')
      .addOrderBy('session.id', 'DESC');
    if (only !== undefined) query.andWhere('session.id = :only', { only });
    if (filter.status?.length) query.andWhere('session.status IN (:...status)', { status: filter.status });
    if (filter.harness) query.andWhere('session.harness = :harness', { harness: filter.harness });
    if (filter.repository)
      query.andWhere('session.repositoryKey = :repository', { repository: filter.repository.toLowerCase() });
    if (filter.workItem) {
      query.andWhere('session.workItemKey = :workItem', { workItem: workItemKey(parseWorkItemRef(filter.workItem)) });
    }
    if (after) {
      const [createdAt, id] = decodeCursor(LIST, after);
      query.andWhere('(session.createdAt < :createdAt OR (session.createdAt = :createdAt AND session.id < :id))', {
        createdAt,
        id,
      });
    }
    return query.take(first + 1).getMany();
  }

  cursorOf(row: SessionEntity): string {
    return encodeCursor(LIST, row.createdAt, row.id);
  }

  /** The open session of an item, or of the item a recorded pull request delivers; else the one that was closed last. */
  async ofWorkItem(text: string): Promise<SessionEntity | undefined> {
    const key = workItemKey(parseWorkItemRef(text));
    const own = await this.sessions.find({ where: { workItemKey: key }, order: { createdAt: 'DESC' } });
    const open = own.find(({ status }) => status !== 'closed');
    if (open !== undefined) return open;
    const link = await this.source.getRepository(SessionLinkEntity).findOneBy({ refKey: key, live: true });
    if (link !== null) return this.byId.load(link.sessionId);
    return own[0];
  }

  /** Items of other open sessions in this directory. */
  async neighbours(id: string, cwd: string): Promise<string[]> {
    const rows = await this.sessions.find({
      where: { cwd, id: Not(id), status: Not('closed') },
      order: { createdAt: 'ASC' },
      take: 20,
    });
    return rows.map(({ workItem }) => workItem);
  }

  countByStatus(): Promise<Map<string, number>> {
    return tally(this.sessions, 'status');
  }

  private get sessions() {
    return this.source.getRepository(SessionEntity);
  }
}
