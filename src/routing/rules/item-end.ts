import type { CloseReason } from '../decision-reason.js';
import type { GithubEvent } from '../github-event.js';

/** How the item of an event ended just now; null for every other event. Only these close sessions. */
export function endOf({ name, action, subject, pullRequest }: GithubEvent): CloseReason | null {
  if (subject === null || (name !== 'issues' && name !== 'pull_request')) return null;
  if (subject.kind === 'pull-request') {
    if (action !== 'closed') return null;
    return pullRequest?.merged ? 'pr-merged' : 'pr-closed';
  }
  if (action === 'closed') return 'issue-closed';
  return action === 'deleted' ? 'issue-deleted' : null;
}

/** Whether the item has been opened again just now. */
export function isReopened({ name, action }: GithubEvent): boolean {
  return (name === 'issues' || name === 'pull_request') && action === 'reopened';
}

/** Whether the item of the event is over, or is no longer here: nothing starts on it. */
export function isOver({ name, action, subject }: GithubEvent): boolean {
  if (subject?.state === 'closed') return true;
  return name === 'issues' && (action === 'deleted' || action === 'transferred');
}
