import { isOpen, type SessionView } from '../../sessions/session-view.js';
import { sameRepository, sameWorkItem } from '../../sessions/work-item-ref.js';
import type { EventRepository } from '../github-event.js';
import type { Mention } from '../mention.js';
import { hasRecorded, worksOn } from './item-identity.js';

/** The session an event belongs to, and through which mention. */
export interface Owner {
  readonly session: SessionView;
  readonly mention: Mention;
  readonly through: 'item' | 'binding';
}

/**
 * The first item that has an open session decides. A session that has the pull request recorded beats the pull request's
 * own one: two agents must not work on one branch.
 */
export function ownerOf(
  mentions: readonly Mention[],
  sessions: readonly SessionView[],
  repository: EventRepository | null,
): Owner | null {
  const open = sessions.filter(isOpen);
  for (const mention of mentions) {
    const bound = open.find((session) => hasRecorded(session, mention.ref, repository));
    if (bound !== undefined) return { session: bound, mention, through: 'binding' };
    const own = open.find((session) => worksOn(session, mention.ref, repository));
    if (own === undefined) continue;
    const delivered = deliveredBy(own, open);
    if (delivered !== undefined) return { session: delivered, mention, through: 'binding' };
    return { session: own, mention, through: 'item' };
  }
  return null;
}

/**
 * A pull request in its work item's own repository has one session, the work item's. One that was started beside it
 * is no longer fed.
 */
function deliveredBy({ workItem, endpointOf }: SessionView, open: readonly SessionView[]): SessionView | undefined {
  if (endpointOf === null || !sameRepository(endpointOf, workItem)) return undefined;
  return open.find((session) => sameWorkItem(session.workItem, endpointOf));
}
