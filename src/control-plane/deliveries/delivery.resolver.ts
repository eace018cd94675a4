import { Args, ID, Parent, Query, ResolveField } from '@nestjs/graphql';
import type { DeliveryEntity } from '../../database/entities/delivery.entity.js';
import { IGNORE_REASONS } from '../../routing/ignore-reason.js';
import { Asking, TurnsMay } from '../caller.decorator.js';
import { type Caller, confinedTo, mayReach } from '../caller.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { DispatchReads } from '../dispatches/dispatch.reads.store.js';
import { DispatchType } from '../dispatches/dispatch.type.js';
import { connection } from '../page/connection.js';
import { PageArgs } from '../page/page.args.js';
import { decisionView } from './decision-view.js';
import { DecisionType } from './decision.type.js';
import { DeliveryFilter } from './delivery.filter.js';
import { DeliveryReads } from './delivery.reads.store.js';
import { DeliveryConnection, DeliveryType } from './delivery.type.js';

@ControlResolver(() => DeliveryType)
export class DeliveryResolver {
  /** Rows that were asked for one by one: only those show their payload, which may be 25 MiB. */
  private readonly single = new WeakSet<DeliveryEntity>();

  constructor(
    private readonly deliveries: DeliveryReads,
    private readonly dispatched: DispatchReads,
  ) {}

  @TurnsMay()
  @Query(() => DeliveryConnection, { name: 'deliveries', description: 'Deliveries, the one received last first.' })
  async list(
    @Asking() caller: Caller,
    @Args() { first, after }: PageArgs,
    @Args('filter', {
      type: () => DeliveryFilter,
      nullable: true,
      description: 'Which deliveries are wanted; all of them without.',
    })
    filter?: DeliveryFilter,
  ) {
    const rows = await this.deliveries.page(filter ?? {}, confinedTo(caller), first, after);
    return connection(rows, first, (row) => this.deliveries.cursorOf(row));
  }

  @TurnsMay()
  @Query(() => DeliveryType, {
    name: 'delivery',
    nullable: true,
    description: 'One delivery by its id; null when there is none.',
  })
  async one(
    @Asking() caller: Caller,
    @Args('id', { type: () => ID, description: "GitHub's `X-GitHub-Delivery`." }) id: string,
  ): Promise<DeliveryEntity | null> {
    const found = await this.deliveries.one(id, confinedTo(caller));
    if (found !== null) this.single.add(found);
    return found;
  }

  @ResolveField(() => String, { description: 'What the reason means, in one sentence.' })
  explanation(@Parent() { reason, error, evidence }: DeliveryEntity): string {
    const ignored = Object.hasOwn(IGNORE_REASONS, reason)
      ? IGNORE_REASONS[reason as keyof typeof IGNORE_REASONS]
      : undefined;
    return error ?? decisionView(evidence).because ?? ignored ?? reason;
  }

  @ResolveField(() => DecisionType, { description: 'How it was decided, and what that rests on.' })
  decision(@Parent() { evidence }: DeliveryEntity) {
    return decisionView(evidence);
  }

  @ResolveField(() => [DispatchType], { description: 'The dispatches it caused.' })
  async dispatches(@Asking() caller: Caller, @Parent() { deliveryId }: DeliveryEntity) {
    const rows = (await this.dispatched.ofDelivery.load(deliveryId)) ?? [];
    return rows.filter(({ sessionId }) => mayReach(caller, sessionId));
  }

  @ResolveField(() => String, {
    nullable: true,
    description: 'The payload as GitHub wrote it, as JSON text; only for `delivery`, null in lists.',
  })
  async payload(@Parent() delivery: DeliveryEntity): Promise<string | null> {
    return this.single.has(delivery) ? this.deliveries.payload(delivery.deliveryId) : null;
  }
}
