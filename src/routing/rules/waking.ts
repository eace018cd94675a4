import { isOpen, type SessionView } from '../../sessions/session-view.js';
import { formatWorkItemRef, type WorkItemRef } from '../../sessions/work-item-ref.js';
import type { GithubEvent } from '../github-event.js';
import { contribution } from './contribution.js';
import { hasRecorded, worksOn } from './item-identity.js';
import { isReopened } from './item-end.js';
import type { Matter } from './matter.js';
import type { Owner } from './ownership.js';
import { isQuietAtWork } from './quiet-actions.js';
import { ignored, ruled, type Ruling } from './ruling.js';

/** The session of the event's item goes on: the open one, or after a reopening the one it had. */
export function waking(matter: Matter): Ruling | null {
  const { event, owner, policy } = matter;
  if (owner === null) return reopening(matter) ?? underClosing(matter);
  const ruling = contribution(matter, owner) ?? resuming(owner);
  const resumes = ruling.decisions.some(({ kind }) => kind === 'resume');
  if (!resumes || !isQuietAtWork(event, policy)) return ruling;
  const item = formatWorkItemRef(owner.session.workItem);
  return ignored('quiet-action', `The session of ${item} is at work, and ${nameOf(event)} says nothing to it`);
}

function resuming({ session, mention, through }: Owner): Ruling {
  const item = formatWorkItemRef(session.workItem);
  const named = `${formatWorkItemRef(mention.ref)} (${mention.field})`;
  if (through === 'binding') {
    return ruled(
      { kind: 'resume', sessionId: session.id, reason: 'binding' },
      `The session of ${item} has ${named} recorded as its own`,
    );
  }
  const endpoint = session.endpointOf !== null;
  return ruled(
    { kind: 'resume', sessionId: session.id, reason: endpoint ? 'endpoint' : 'matched' },
    endpoint ? `${named} is a contribution with a session of its own` : `A session works on ${named}`,
  );
}

/** The record kept its conversation and its directory. A close that still waits runs first, then this. */
function reopening({ event, mentions, snapshot }: Matter): Ruling | null {
  if (!isReopened(event)) return null;
  for (const { ref } of mentions) {
    const [last] = snapshot.sessions
      .filter((session) => !isOpen(session) && isOf(session, ref, event))
      .sort((one, other) => (other.closedAt ?? Infinity) - (one.closedAt ?? Infinity));
    if (last !== undefined) {
      return ruled(
        { kind: 'resume', sessionId: last.id, reason: 'reopened' },
        `${formatWorkItemRef(ref)} was reopened: the session of ${formatWorkItemRef(last.workItem)} goes on`,
      );
    }
  }
  return null;
}

/** Nothing may start beside a close that has not run yet. */
function underClosing({ event, mentions, snapshot }: Matter): Ruling | null {
  const closing = mentions.find(({ ref }) =>
    snapshot.sessions.some((session) => session.status === 'closing' && isOf(session, ref, event)),
  );
  if (closing === undefined) return null;
  return ignored('session-closing', `The session of ${formatWorkItemRef(closing.ref)} is being closed`);
}

function isOf(session: SessionView, ref: WorkItemRef, { repository }: GithubEvent): boolean {
  return worksOn(session, ref, repository) || hasRecorded(session, ref, repository);
}

function nameOf({ name, action }: GithubEvent): string {
  return `${name} ${action}`;
}
