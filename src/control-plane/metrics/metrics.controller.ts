import { Controller, ForbiddenException, Get, Header, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ActivityFeed } from '../../events/activity.feed.js';
import { ControlSockets } from '../control.sockets.js';
import { DeliveryReads } from '../deliveries/delivery.reads.store.js';
import { DispatchReads } from '../dispatches/dispatch.reads.store.js';
import { RequestCallers } from '../request.callers.js';
import { SessionReads } from '../sessions/session.reads.store.js';
import { metricsText } from './metrics-text.js';

/** A few figures for somebody who watches several machines; the owner's token is needed as everywhere here. */
@Controller()
export class MetricsController {
  constructor(
    private readonly callers: RequestCallers,
    private readonly sessions: SessionReads,
    private readonly dispatches: DispatchReads,
    private readonly deliveries: DeliveryReads,
    private readonly sockets: ControlSockets,
    private readonly feed: ActivityFeed,
  ) {}

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(@Req() request: FastifyRequest): Promise<string> {
    if (this.callers.of(request.raw).kind !== 'owner')
      throw new ForbiddenException('Only the owner may read the metrics');
    const lastDeliveryAt = await this.deliveries.lastReceivedAt();
    const { heapUsed, rss } = process.memoryUsage();
    return metricsText([
      {
        name: 'the_loop_deliveries',
        help: 'Deliveries on record, by outcome',
        label: 'outcome',
        values: await this.deliveries.countByOutcome(),
      },
      {
        name: 'the_loop_dispatches',
        help: 'Dispatches on record, by state',
        label: 'state',
        values: await this.dispatches.countByState(),
      },
      {
        name: 'the_loop_sessions',
        help: 'Sessions on record, by status',
        label: 'status',
        values: await this.sessions.countByStatus(),
      },
      {
        name: 'the_loop_last_delivery_timestamp_seconds',
        help: 'When the last new delivery arrived',
        values: lastDeliveryAt === null ? [] : [['', lastDeliveryAt / 1000]],
      },
      { name: 'the_loop_control_sockets', help: 'Open WebSockets', values: [['', this.sockets.size]] },
      { name: 'the_loop_feed_listeners', help: 'Watchers of the feed', values: [['', this.feed.listenerCount]] },
      {
        name: 'the_loop_memory_bytes',
        help: 'Memory in use',
        label: 'kind',
        values: Object.entries({ heapUsed, rss }),
      },
      { name: 'the_loop_uptime_seconds', help: 'Age of the process', values: [['', Math.round(process.uptime())]] },
    ]);
  }
}
