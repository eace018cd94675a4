import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { ActivityFeed } from './activity.feed.js';
import { LOGGER } from './logger.token.js';
import { logFields } from './log-fields.js';

/** The one writer of log lines about what happened: one line per committed activity, under the activity's own name. */
@Injectable()
export class ActivityLog implements OnModuleDestroy {
  private readonly unlisten: () => void;

  constructor(feed: ActivityFeed, @Inject(LOGGER) logger: Logger) {
    feed.onDefect = (error) => logger.error({ err: error }, 'A watcher of the activity feed threw');
    this.unlisten = feed.listen((activity) => logger[activity.level](logFields(activity), activity.name));
  }

  onModuleDestroy(): void {
    this.unlisten();
  }
}
