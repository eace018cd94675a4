import type { SessionView } from '../../sessions/session-view.js';
import { sameRepository, sameWorkItem, type WorkItemRef } from '../../sessions/work-item-ref.js';
import type { EventRepository } from '../github-event.js';

/**
 * Whether a session's item and an item the event names are the same. GitHub's repository id is the identity and the name
 * a label: a repository keeps its sessions when it is renamed, and another one that takes over the name gets none.
 */
export function worksOn(session: SessionView, ref: WorkItemRef, repository: EventRepository | null): boolean {
  return isSameItem(session, session.workItem, ref, repository);
}

/** Whether the session has the item recorded as a pull request of its own. */
export function hasRecorded(session: SessionView, ref: WorkItemRef, repository: EventRepository | null): boolean {
  return (
    session.links.some((link) => isSameItem(session, link.ref, ref, repository)) && !worksOn(session, ref, repository)
  );
}

/** Whether the session's item is in the repository of the event. */
export function isAtHome(session: SessionView, repository: EventRepository | null): boolean {
  if (repository === null) return false;
  if (session.repositoryId !== null && repository.id !== null) return session.repositoryId === repository.id;
  return sameRepository(session.workItem, repository);
}

/** A name stored with a session means the repository of its item as far as it bears the same repository name. */
export function isSameItem(
  session: SessionView,
  stored: WorkItemRef,
  ref: WorkItemRef,
  repository: EventRepository | null,
): boolean {
  const here = repository !== null && sameRepository(ref, repository);
  const ofItsRepository = sameRepository(stored, session.workItem);
  if (here && ofItsRepository && session.repositoryId !== null && repository.id !== null) {
    return session.repositoryId === repository.id && stored.number === ref.number;
  }
  return sameWorkItem(stored, ref);
}
