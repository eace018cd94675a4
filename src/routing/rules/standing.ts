import type { GithubEvent } from '../github-event.js';
import type { RoutingPolicy } from '../routing-policy.js';

/** GitHub's words for people with a standing in a repository; everybody else is a stranger there. */
const STANDING = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

export function hasStanding(association: string | null): boolean {
  return association !== null && STANDING.has(association);
}

/** GitHub has decided already who gets into a private repository. A payload that does not say counts as public. */
export function isPrivate({ repository }: GithubEvent): boolean {
  return repository?.private === true;
}

/** Logins compare without regard to case. Nobody is on a list who has no name. */
export function isListed(login: string | undefined, logins: readonly string[]): boolean {
  return login !== undefined && logins.some((each) => each.toLowerCase() === login.toLowerCase());
}

/** Whether whoever opened the event's issue or pull request may trigger a session. */
export function openerMayTrigger(event: GithubEvent, policy: RoutingPolicy): boolean {
  const { subject } = event;
  if (subject === null) return false;
  if (policy.authorizedUsers !== null) return isListed(subject.author?.login, policy.authorizedUsers);
  return isPrivate(event) || hasStanding(subject.association);
}
