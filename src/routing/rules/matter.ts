import type { GithubEvent } from '../github-event.js';
import type { Mention } from '../mention.js';
import type { RoutingPolicy } from '../routing-policy.js';
import type { RoutingSnapshot } from '../routing-snapshot.js';
import type { Owner } from './ownership.js';

/** One event with all that the rules look at. */
export interface Matter {
  readonly event: GithubEvent;
  /** The items it may be delivered to, in order; never empty. */
  readonly mentions: readonly Mention[];
  readonly owner: Owner | null;
  readonly snapshot: RoutingSnapshot;
  readonly policy: RoutingPolicy;
}
