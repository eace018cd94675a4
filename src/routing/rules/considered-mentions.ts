import { isOpen } from '../../sessions/session-view.js';
import { workItemKey } from '../../sessions/work-item-ref.js';
import { distinctMentions } from '../extractors/distinct-mentions.js';
import type { GithubEvent } from '../github-event.js';
import { isLink, type Mention } from '../mention.js';
import type { RoutingPolicy } from '../routing-policy.js';
import type { KnownHead, RoutingSnapshot } from '../routing-snapshot.js';
import { hasRecorded } from './item-identity.js';
import { linkCounts } from './link-counts.js';

/** The items an event may be delivered to: what it names and may name, and what is known of its commit. */
export function consideredMentions(
  event: GithubEvent,
  named: readonly Mention[],
  snapshot: RoutingSnapshot,
  policy: RoutingPolicy,
): Mention[] {
  const counting = linkCounts(event, policy) ? named : named.filter((mention) => !isLink(mention));
  const byCommit = mentionsByCommit(event, snapshot.heads);
  // The branches of a status are all that contain the commit; the commit itself says which pull request it heads.
  const inOrder = event.name === 'status' ? [...byCommit, ...counting] : [...counting, ...byCommit];
  return distinctMentions(inOrder);
}

/** The recorded bindings a decision rests on, as mentions of the sessions' own items. */
export function recordedMentions(
  event: GithubEvent,
  considered: readonly Mention[],
  { sessions }: RoutingSnapshot,
): Mention[] {
  const known = new Set(considered.map(({ ref }) => workItemKey(ref)));
  return sessions
    .filter((session) => isOpen(session) && !known.has(workItemKey(session.workItem)))
    .filter((session) => considered.some(({ ref }) => hasRecorded(session, ref, event.repository)))
    .map(({ workItem }) => ({ ref: workItem, evidence: 'recorded-link', field: 'session.pullRequests' }));
}

/** Checks of a fork name no pull request. Its own events have shown the commit before, with where it came from. */
function mentionsByCommit({ ci, repository }: GithubEvent, heads: readonly KnownHead[]): Mention[] {
  if (ci === null || repository === null) return [];
  return heads
    .filter((head) => head.baseRepositoryId === repository.id)
    .filter((head) => ci.headRepositoryId === null || head.headRepositoryId === ci.headRepositoryId)
    .map(({ ref }) => ({ ref, evidence: 'head-sha', field: 'head_sha' }));
}
