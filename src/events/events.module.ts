import { type DynamicModule, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import type { Logger } from 'pino';
import { ActivityFeed } from './activity.feed.js';
import { ActivityLog } from './activity.log.js';
import { LOGGER } from './logger.token.js';

@Module({})
export class EventsModule {
  static with(logger: Logger): DynamicModule {
    return {
      module: EventsModule,
      global: true,
      imports: [EventEmitterModule.forRoot()],
      providers: [{ provide: LOGGER, useValue: logger }, ActivityFeed, ActivityLog],
      exports: [LOGGER, ActivityFeed],
    };
  }
}
