import type { GithubEvent } from '../github-event.js';
import type { RoutingPolicy } from '../routing-policy.js';
import type { RoutingSnapshot } from '../routing-snapshot.js';
import type { Owner } from './ownership.js';
import { ignored, type Ruling } from './ruling.js';

/** What is left without asking what it is about. */
export function leftAtArrival(event: GithubEvent, snapshot: RoutingSnapshot, policy: RoutingPolicy): Ruling | null {
  if (event.name === 'ping') return ignored('ping', 'GitHub checks that the hook works');
  if (!policy.enabled) return ignored('routing-off', 'routing.enabled is off');
  if (!policy.events.includes(event.name)) {
    return ignored('event-disabled', `${JSON.stringify(event.name)} is not in webhooks.ghWebhook.events`);
  }
  if (snapshot.processed) return ignored('duplicate-delivery', 'This delivery id has been processed');
  if (snapshot.sameContentAs !== null) {
    return ignored('duplicate-content', `Delivery ${snapshot.sameContentAs} had the same content`);
  }
  return null;
}

/** What the record of the session that would get it names as received. */
export function hadBefore(owner: Owner | null, { hadBy }: RoutingSnapshot): Ruling | null {
  if (owner === null || !hadBy.has(owner.session.id)) return null;
  return ignored('duplicate-delivery', 'The record of its session names this delivery id as received');
}
