import { Int, Parent, Query, ResolveField } from '@nestjs/graphql';
import { AppConfig } from '../../config/app-config.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { DeliveryReads } from '../deliveries/delivery.reads.store.js';
import { DispatchReads } from '../dispatches/dispatch.reads.store.js';
import { grouped } from '../page/batch.js';
import { SessionReads } from '../sessions/session.reads.store.js';
import { SessionType } from '../sessions/session.type.js';
import { StatusType, WaitingType } from './status.type.js';
import { waitingView, type WaitingView } from './waiting-view.js';

const MAX_ROWS = 2_000;
const MAX_WAITING = 100;

@ControlResolver(() => WaitingType)
export class StatusResolver {
  private readonly startedAt = Date.now();

  constructor(
    private readonly sessions: SessionReads,
    private readonly dispatches: DispatchReads,
    private readonly deliveries: DeliveryReads,
    private readonly config: AppConfig,
  ) {}

  @Query(() => StatusType, { description: 'What the server does right now: what waits, and why.' })
  async status(): Promise<StatusType> {
    return {
      routing: this.config.webhooks.ghWebhook.routing.enabled,
      startedAt: this.startedAt,
      lastDeliveryAt: await this.deliveries.lastReceivedAt(),
      sessions: counts(await this.sessions.countByStatus()),
      dispatches: counts(await this.dispatches.countByState()),
      waiting: await this.waiting(),
    };
  }

  @ResolveField(() => SessionType, { nullable: true, description: 'The session itself.' })
  async session(@Parent() { sessionId }: WaitingType) {
    return (await this.sessions.byId.load(sessionId)) ?? null;
  }

  @ResolveField(() => Int, { description: 'How many events wait.' })
  async count(@Parent() { sessionId }: WaitingType) {
    return (await this.dispatches.waitingCount.load(sessionId)) ?? 0;
  }

  private async waiting(): Promise<WaitingView[]> {
    const lanes = grouped(await this.dispatches.unfinished(MAX_ROWS), (row) => row.sessionId);
    const views = await Promise.all(
      [...lanes].map(async ([sessionId, rows]) => {
        const session = await this.sessions.byId.load(sessionId);
        return session && waitingView(session, rows);
      }),
    );
    return views.filter((view) => view !== undefined).slice(0, MAX_WAITING);
  }
}

function counts(of: ReadonlyMap<string, number>): { name: string; count: number }[] {
  return [...of].map(([name, count]) => ({ name, count }));
}
