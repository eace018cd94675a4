import type { WantedCheckout } from '../database/entities/session.entity.js';
import type { GithubEvent } from '../routing/github-event.js';
import type { Mention } from '../routing/mention.js';
import type { RoutingDecision } from '../routing/routing-decision.js';
import { sameWorkItem } from '../sessions/work-item-ref.js';

export interface Seen {
  readonly event: GithubEvent;
  readonly mentions: readonly Mention[];
}

type Spawn = Pick<Extract<RoutingDecision, { kind: 'spawn' }>, 'workItem' | 'checkout'>;

/** The checkout a new session needs: an issue gets a branch of its own, a pull request stands on its head. */
export function wantedCheckout({ event, mentions }: Seen, { workItem, checkout }: Spawn): WantedCheckout {
  if (checkout !== undefined) return { ...checkout, isPullRequest: true };
  const { subject, pullRequest } = event;
  const isSubject = subject !== null && sameWorkItem(subject.ref, workItem);
  const evidence = mentions.find(({ ref }) => sameWorkItem(ref, workItem))?.evidence;
  return {
    repository: `${workItem.owner}/${workItem.repo}`,
    branch: isSubject ? (pullRequest?.headRef ?? null) : null,
    // What CI names is a pull request, whatever else the event says.
    isPullRequest: isSubject ? subject.kind === 'pull-request' : evidence === 'attached' || evidence === 'head-sha',
  };
}
