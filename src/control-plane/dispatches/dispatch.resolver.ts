import { Args, ID, Parent, Query, ResolveField } from '@nestjs/graphql';
import { StatePaths } from '../../config/state-paths.js';
import type { DispatchEntity } from '../../database/entities/dispatch.entity.js';
import { attemptDirectory } from '../../dispatch/attempt-directory.js';
import { Asking, TurnsMay } from '../caller.decorator.js';
import { type Caller, confinedTo, mayReach } from '../caller.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { DeliveryReads } from '../deliveries/delivery.reads.store.js';
import { DeliveryType } from '../deliveries/delivery.type.js';
import { connection } from '../page/connection.js';
import { PageArgs } from '../page/page.args.js';
import { SessionReads } from '../sessions/session.reads.store.js';
import { SessionType } from '../sessions/session.type.js';
import { DispatchFilter } from './dispatch.filter.js';
import { DispatchReads } from './dispatch.reads.store.js';
import { DispatchConnection, DispatchType, UsageCountType } from './dispatch.type.js';

@ControlResolver(() => DispatchType)
export class DispatchResolver {
  constructor(
    private readonly dispatches: DispatchReads,
    private readonly sessions: SessionReads,
    private readonly deliveries: DeliveryReads,
    private readonly paths: StatePaths,
  ) {}

  @TurnsMay()
  @Query(() => DispatchConnection, { name: 'dispatches', description: 'Dispatches, the one queued last first.' })
  async list(
    @Asking() caller: Caller,
    @Args() { first, after }: PageArgs,
    @Args('filter', {
      type: () => DispatchFilter,
      nullable: true,
      description: 'Which dispatches are wanted; all of them without.',
    })
    filter?: DispatchFilter,
  ) {
    const rows = await this.dispatches.page(filter ?? {}, confinedTo(caller), first, after);
    return connection(rows, first, (row) => this.dispatches.cursorOf(row));
  }

  @TurnsMay()
  @Query(() => DispatchType, {
    name: 'dispatch',
    nullable: true,
    description: 'One dispatch by its id; null when there is none.',
  })
  async one(
    @Asking() caller: Caller,
    @Args('id', { type: () => ID, description: 'Its id.' }) id: string,
  ): Promise<DispatchEntity | null> {
    const found = await this.dispatches.byId.load(id);
    return found !== undefined && mayReach(caller, found.sessionId) ? found : null;
  }

  @ResolveField(() => SessionType, { nullable: true, description: 'The session it belongs to.' })
  async session(@Parent() dispatch: DispatchEntity) {
    return (await this.sessions.byId.load(dispatch.sessionId)) ?? null;
  }

  @ResolveField(() => DeliveryType, { nullable: true, description: 'The delivery that caused it.' })
  async delivery(@Parent() { deliveryId }: DispatchEntity) {
    return deliveryId === null ? null : ((await this.deliveries.byId.load(deliveryId)) ?? null);
  }

  @ResolveField(() => [UsageCountType], { description: 'What its turn used, as its harness counts it.' })
  usage(@Parent() dispatch: DispatchEntity): UsageCountType[] {
    return Object.entries(dispatch.usage ?? {}).map(([name, count]) => ({ name, count }));
  }

  @ResolveField(() => String, {
    nullable: true,
    description:
      'The directory with everything its last turn read and wrote; null before the first turn. Old ones are removed.',
  })
  runDirectory(@Parent() dispatch: DispatchEntity): string | null {
    return attemptDirectory(this.paths.runs, dispatch) ?? null;
  }
}
