import type { GithubEvent } from '../github-event.js';
import type { RoutingPolicy } from '../routing-policy.js';
import { hasStanding, isListed, isPrivate } from './standing.js';

/** Why the people behind an event may not trigger a session; null when they may. */
export function distrust(event: GithubEvent, policy: RoutingPolicy): string | null {
  if (policy.authorizedUsers !== null) return unlisted(event, policy.authorizedUsers);
  return isPrivate(event) ? null : withoutStanding(event);
}

/**
 * Only the logins of the list; a comment or review was written by one account and sent by another when somebody edits
 * or dismisses it, so both are judged. Deleted accounts and missing actors are on no list.
 */
function unlisted({ sender, author, text }: GithubEvent, logins: readonly string[]): string | null {
  if (!isListed(sender?.login, logins)) return `${nameOf(sender)} is not in routing.authorizedUsers`;
  if (text === null || isListed(author?.login, logins)) return null;
  return `${nameOf(author)} wrote it and is not in routing.authorizedUsers`;
}

/** On a public repository anybody can write; GitHub tells the standing of authors, and of nobody else. */
function withoutStanding(event: GithubEvent): string | null {
  const { text, subject } = event;
  if (text !== null) {
    if (!hasStanding(text.association)) return `its author has no standing here (${text.association ?? 'not told'})`;
    return editedByAnother(event) ? 'somebody other than its author edited it' : null;
  }
  if (subject === null || hasStanding(subject.association) || isVouchedFor(event)) return null;
  return `whoever opened the item has no standing here (${subject.association ?? 'not told'})`;
}

/** The words of a comment are then not those of the author whose standing GitHub tells. */
function editedByAnother({ action, sender, author }: GithubEvent): boolean {
  return action === 'edited' && sender !== null && !isListed(author?.login, [sender.login]);
}

/**
 * Labelling takes triage permission, so whoever labels vouches for the item; except for its own author, in whose name an
 * issue form sets labels.
 */
function isVouchedFor({ action, sender, subject }: GithubEvent): boolean {
  if (action !== 'labeled' || sender === null || subject === null) return false;
  return !isListed(subject.author?.login, [sender.login]);
}

function nameOf(actor: { login: string } | null): string {
  return actor === null ? 'an account that is not named' : actor.login;
}
