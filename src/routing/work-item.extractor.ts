import type { GithubEvent } from './github-event.js';
import type { Mention } from './mention.js';

/**
 * Says which work items an event names, strongest claim first; the first with an open session gets the event. One class
 * per family of events; what is enabled and extracted by nobody must be documented as never about a work item.
 */
export abstract class WorkItemExtractor {
  /** Names of the events, as in `X-GitHub-Event`. */
  abstract readonly events: readonly string[];
  /** Each work item once. Empty when the event names none. */
  abstract mentions(event: GithubEvent): Mention[];
}
