import type { GithubEvent } from '../github-event.js';
import { bearsMarker } from '../own-marker.js';
import type { RoutingPolicy } from '../routing-policy.js';
import { isListed } from './standing.js';

/** Why an event is the agents' own doing; null when it is not. Results of CI are nobody's own. */
export function ownActivity({ ci, sender, text }: GithubEvent, policy: RoutingPolicy): string | null {
  if (ci !== null) return null;
  if (isListed(sender?.login, policy.selfLogins)) return `${sender?.login} is in routing.selfLogins`;
  return bearsMarker(text?.body ?? '', policy.selfMarker) ? 'the text bears the marker routing.selfMarker' : null;
}

/** The type of the account decides, not the spelling of its login. */
export function isUnwantedBot({ ci, sender }: GithubEvent, policy: RoutingPolicy): boolean {
  return policy.ignoreBots && ci === null && sender?.type === 'Bot';
}
