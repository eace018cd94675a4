import type { GithubEvent } from '../github-event.js';
import type { RoutingPolicy } from '../routing-policy.js';
import { isListed, openerMayTrigger } from './standing.js';

/**
 * A pull request of a stranger is its own item and nobody else's, whatever it says it closes. Its link to an item counts
 * when its author may trigger, or when its head is a branch of the base repository, which takes write access. A link
 * that is recorded needs no description any more.
 */
export function linkCounts(event: GithubEvent, policy: RoutingPolicy): boolean {
  const { subject, pullRequest } = event;
  if (subject?.kind !== 'pull-request') return true;
  if (pullRequest?.ownHead || openerMayTrigger(event, policy)) return true;
  return isListed(subject.author?.login, policy.selfLogins);
}
