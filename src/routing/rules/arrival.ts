import type { GithubEvent } from '../github-event.js';
import type { RoutingPolicy } from '../routing-policy.js';
import type { RoutingSnapshot } from '../routing-snapshot.js';
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
