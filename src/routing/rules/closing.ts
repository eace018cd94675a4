import { isOpen, type SessionView } from '../../sessions/session-view.js';
import { formatWorkItemRef, sameRepository, type WorkItemRef } from '../../sessions/work-item-ref.js';
import type { CloseReason } from '../decision-reason.js';
import { hasRecorded, isAtHome, isSameItem, worksOn } from './item-identity.js';
import { endOf } from './item-end.js';
import type { Matter } from './matter.js';
import { ignored, type Ruling } from './ruling.js';

/**
 * An item that ends closes its session; it never wakes or starts one, and nobody's say-so is asked, or the session would
 * leak. A pull request ends the sessions it was delivered to in its own repository, and elsewhere only its own.
 */
export function closing(matter: Matter): Ruling | null {
  const end = endOf(matter.event);
  const ended = matter.event.subject?.ref;
  if (end === null || ended === undefined) return null;
  const ending = sessionsConcerned(matter).filter((session) => endsWith(session, ended, matter));
  const kept = ending.filter((session) => keepers(session, ended, matter).length > 0);
  const closed = ending.filter((session) => !kept.includes(session));
  const keptOpen = kept.map(({ id }) => ({ sessionId: id, ref: ended }));
  if (closed.length > 0) return { ...closingOf(closed, end), keptOpen };
  if (kept.length > 0) return { ...ignored('kept-open', keptBecause(kept, ended, matter)), keptOpen };
  return ignored('close-unmatched', 'An item that ends starts nothing, and no open session ends with this one');
}

function closingOf(sessions: readonly SessionView[], reason: CloseReason): Ruling {
  const items = sessions.map(({ workItem }) => formatWorkItemRef(workItem)).join(' and ');
  return {
    decisions: sessions.map(({ id }) => ({ kind: 'close', sessionId: id, reason })),
    because: `The end of the item ends the session of ${items}`,
  };
}

/** The open sessions of the items named, and those that have one recorded, in the order of the items. */
function sessionsConcerned({ event, mentions, snapshot }: Matter): SessionView[] {
  const open = snapshot.sessions.filter(isOpen);
  const { repository } = event;
  return [
    ...new Set(
      mentions.flatMap(({ ref }) =>
        open.filter((session) => worksOn(session, ref, repository) || hasRecorded(session, ref, repository)),
      ),
    ),
  ];
}

function endsWith(session: SessionView, ended: WorkItemRef, { event }: Matter): boolean {
  return worksOn(session, ended, event.repository) || isAtHome(session, event.repository);
}

/**
 * The open pull requests that keep a session: an item that two of them deliver is not done with the first. The item
 * itself, once over, is.
 */
function keepers(session: SessionView, ended: WorkItemRef, { event }: Matter): WorkItemRef[] {
  if (worksOn(session, ended, event.repository)) return [];
  return session.links
    .filter(({ ref, open }) => open && !isSameItem(session, ref, ended, event.repository))
    .map(({ ref }) => ref)
    .filter((ref) => sameRepository(ref, session.workItem));
}

function keptBecause(kept: readonly SessionView[], ended: WorkItemRef, matter: Matter): string {
  const items = kept.map(({ workItem }) => formatWorkItemRef(workItem)).join(' and ');
  const open = kept.flatMap((session) => keepers(session, ended, matter)).map(formatWorkItemRef);
  return `The session of ${items} goes on, because ${open.join(' and ')} is open`;
}
