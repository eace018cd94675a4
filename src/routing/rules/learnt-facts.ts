import { isOpen } from '../../sessions/session-view.js';
import { isLink } from '../mention.js';
import type { RoutingFacts } from '../routing-decision.js';
import { endOf, isReopened } from './item-end.js';
import { hasRecorded, worksOn } from './item-identity.js';
import type { Matter } from './matter.js';

type Learnt = Pick<RoutingFacts, 'links' | 'linkStates' | 'moves'>;

/** What an event teaches about pull requests and transfers, also when it wakes nobody. */
export function learntFacts(matter: Matter): Learnt {
  const links = newLinks(matter);
  return { links, linkStates: linkStates(matter, links.length > 0), moves: moves(matter) };
}

/** A link found once is recorded and outlives the description it was found in. A pull request has one owner. */
function newLinks({ event, owner, snapshot }: Matter): RoutingFacts['links'] {
  const { subject, repository } = event;
  if (subject?.kind !== 'pull-request' || owner === null || endOf(event) !== null) return [];
  const { mention } = owner;
  if (owner.through !== 'item' || !isLink(mention)) return [];
  if (!worksOn(owner.session, mention.ref, repository)) return [];
  const recorded = snapshot.sessions.some(
    (session) => isOpen(session) && hasRecorded(session, subject.ref, repository),
  );
  return recorded ? [] : [{ sessionId: owner.session.id, ref: subject.ref, source: mention.evidence }];
}

/** Only the events that say so change what is known: a comment may be older than the close of its pull request. */
function linkStates({ event, snapshot }: Matter, linkedNow: boolean): RoutingFacts['linkStates'] {
  const { subject, repository } = event;
  if (subject?.kind !== 'pull-request') return [];
  const recorded = snapshot.sessions.some((session) => hasRecorded(session, subject.ref, repository));
  if (recorded && endOf(event) !== null) return [{ ref: subject.ref, open: false }];
  if (recorded && isReopened(event)) return [{ ref: subject.ref, open: true }];
  return linkedNow && subject.state === 'closed' ? [{ ref: subject.ref, open: false }] : [];
}

/** A transferred issue keeps its session, unless somebody works on it under its new name already. */
function moves({ event, snapshot }: Matter): RoutingFacts['moves'] {
  const { movedTo, subject, repository } = event;
  if (movedTo === null || subject === null) return [];
  const taken = snapshot.sessions.some((session) => session.status !== 'closed' && worksOn(session, movedTo.ref, null));
  if (taken) return [];
  return snapshot.sessions
    .filter((session) => isOpen(session) && worksOn(session, subject.ref, repository))
    .map(({ id }) => ({ sessionId: id, to: movedTo.ref, repositoryId: movedTo.repositoryId }));
}
