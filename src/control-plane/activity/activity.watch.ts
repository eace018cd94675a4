import { Injectable } from '@nestjs/common';
import { ActivityFeed } from '../../events/activity.feed.js';
import { type ActivityCriteria, isWanted } from './activity-criteria.js';
import type { ActivityEntity } from '../../database/entities/activity.entity.js';
import { ActivityReads, type SessionChange } from './activity.reads.store.js';
import { RowFeed } from './row.feed.js';

const PAGE = 100;

/** Opens feeds that replay and go live. Nobody who reads one is ever waited for. */
@Injectable()
export class ActivityWatch {
  constructor(
    private readonly reads: ActivityReads,
    private readonly feed: ActivityFeed,
  ) {}

  activity(after: number, criteria: ActivityCriteria): RowFeed<ActivityEntity> {
    return new RowFeed(after, {
      page: (from) => this.reads.page(from, criteria, PAGE),
      listen: (ring) => this.feed.listen((activity) => (isWanted(activity, criteria) ? ring() : undefined)),
    });
  }

  /** Sessions that change, each time something about them was committed. */
  changes(after: number, sessionId?: string): RowFeed<SessionChange> {
    const concerns = (id: string | null): boolean => id !== null && (sessionId === undefined || sessionId === id);
    return new RowFeed(after, {
      page: (from) => this.reads.changes(from, sessionId, PAGE),
      listen: (ring) => this.feed.listen((activity) => (concerns(activity.sessionId) ? ring() : undefined)),
    });
  }

  /** The place of the last committed activity: what comes behind it is still to come. */
  head(): Promise<number> {
    return this.reads.head();
  }
}
