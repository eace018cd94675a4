import { Module, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { CiExtractor } from './extractors/ci.extractor.js';
import { IssuesExtractor } from './extractors/issues.extractor.js';
import { PullRequestsExtractor } from './extractors/pull-requests.extractor.js';
import { PushExtractor } from './extractors/push.extractor.js';
import { NEVER_WORK_ITEMS } from './never-work-items.js';
import { RoutingService } from './routing.service.js';
import { UnextractedEventError } from './unextracted-event.error.js';
import type { WorkItemExtractor } from './work-item.extractor.js';
import { WORK_ITEM_EXTRACTORS } from './work-item-extractors.token.js';

/** All families of events. A new one is a class and a line here. */
const EXTRACTORS = [IssuesExtractor, PullRequestsExtractor, CiExtractor, PushExtractor];

/** Refuses to start with an event enabled that could never reach anybody. */
@Module({
  providers: [
    ...EXTRACTORS,
    {
      provide: WORK_ITEM_EXTRACTORS,
      inject: EXTRACTORS,
      useFactory: (...extractors: WorkItemExtractor[]) => extractors,
    },
    RoutingService,
  ],
  exports: [RoutingService],
})
export class RoutingModule implements OnModuleInit {
  constructor(
    private readonly routing: RoutingService,
    private readonly config: AppConfig,
  ) {}

  onModuleInit(): void {
    const { events } = this.config.webhooks.ghWebhook;
    const unread = events.filter((event) => !this.routing.extracts(event) && !NEVER_WORK_ITEMS.includes(event));
    if (unread.length > 0) throw new UnextractedEventError(unread);
  }
}
