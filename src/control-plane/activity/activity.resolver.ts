import { Args, ID, Query, Subscription } from '@nestjs/graphql';
import type { ActivityEntity } from '../../database/entities/activity.entity.js';
import { Asking, TurnsMay } from '../caller.decorator.js';
import { type Caller, confinedTo, mayReach } from '../caller.js';
import { notFound } from '../control-error.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { connection } from '../page/connection.js';
import { SessionReads } from '../sessions/session.reads.store.js';
import { SessionType } from '../sessions/session.type.js';
import type { ActivityCriteria } from './activity-criteria.js';
import { ActivityArgs, FeedArgs } from './activity.args.js';
import { ActivityReads, type SessionChange } from './activity.reads.store.js';
import { ActivityConnection, ActivityType } from './activity.type.js';
import { ActivityWatch } from './activity.watch.js';

@ControlResolver(() => ActivityType)
export class ActivityResolver {
  constructor(
    private readonly reads: ActivityReads,
    private readonly watch: ActivityWatch,
    private readonly sessions: SessionReads,
  ) {}

  @TurnsMay()
  @Query(() => ActivityConnection, {
    name: 'activity',
    description: 'What happened, in the order it happened: the last items, or those behind `after`.',
  })
  async list(@Asking() caller: Caller, @Args() { first, after, filter }: ActivityArgs) {
    const criteria = within(caller, filter);
    const rows = after
      ? await this.reads.after(Number(after), criteria, first + 1)
      : await this.reads.last(criteria, first);
    return connection(rows, first, (row) => String(row.seq));
  }

  @TurnsMay()
  @Subscription(() => ActivityType, {
    name: 'activity',
    description: 'What happens: replayed from `after` where it is given, then live, with neither gap nor double.',
    resolve: (row: ActivityEntity) => row,
  })
  async follow(@Asking() caller: Caller, @Args() { after, filter }: FeedArgs) {
    const from = after ? Number(after) : await this.watch.head();
    return this.watch.activity(from, within(caller, filter));
  }

  @TurnsMay()
  @Subscription(() => SessionType, {
    description: 'A session, each time something about it changes; several changes at once come as one.',
    resolve(this: ActivityResolver, change: SessionChange) {
      return this.sessions.byId.load(change.sessionId);
    },
  })
  async sessionUpdated(
    @Asking() caller: Caller,
    @Args('id', { type: () => ID, nullable: true, description: 'Only this session; without it, every one.' })
    id?: string,
  ) {
    if (id !== undefined && !mayReach(caller, id)) throw notFound('session', id);
    return this.watch.changes(await this.watch.head(), id ?? confinedTo(caller));
  }
}

/** A turn sees what concerns its own session, whatever it asks for. */
function within(caller: Caller, filter: ActivityCriteria | null | undefined): ActivityCriteria {
  const only = confinedTo(caller);
  if (only === undefined) return filter ?? {};
  if (filter?.sessionId && filter.sessionId !== only) throw notFound('session', filter.sessionId);
  return { ...filter, sessionId: only };
}
