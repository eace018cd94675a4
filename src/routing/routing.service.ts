import { Inject, Injectable } from '@nestjs/common';
import type { GithubEvent } from './github-event.js';
import type { Mention } from './mention.js';
import { readEvent } from './read-event.js';
import type { WorkItemExtractor } from './work-item.extractor.js';
import { WORK_ITEM_EXTRACTORS } from './work-item-extractors.token.js';

/** Reads deliveries and says which work items they name. What follows from that is said by `decide`. */
@Injectable()
export class RoutingService {
  private readonly byEvent: ReadonlyMap<string, WorkItemExtractor>;

  constructor(@Inject(WORK_ITEM_EXTRACTORS) extractors: readonly WorkItemExtractor[]) {
    this.byEvent = new Map(extractors.flatMap((each) => each.events.map((event) => [event, each] as const)));
  }

  read(name: string, deliveryId: string, payload: unknown): GithubEvent {
    return readEvent(name, deliveryId, payload);
  }

  /** In the order in which they are asked for a session; empty for an event that is about no work item. */
  mentions(event: GithubEvent): Mention[] {
    return this.byEvent.get(event.name)?.mentions(event) ?? [];
  }

  extracts(event: string): boolean {
    return this.byEvent.has(event);
  }
}
