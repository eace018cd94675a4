import type { GithubEvent } from '../github-event.js';
import type { RoutingPolicy } from '../routing-policy.js';
import { isAutoExecuteLabel } from './auto-execute-label.js';

const ABOUT_TEXT = ['deleted', 'pinned', 'unpinned'];
const ABOUT_PLACE = ['pinned', 'unpinned', 'locked', 'unlocked', 'milestoned', 'demilestoned', 'typed', 'untyped'];

/** Actions that say nothing to an agent. The list in force when routing.quietActions is null. */
const QUIET_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  issues: ABOUT_PLACE,
  pull_request: ABOUT_PLACE,
  issue_comment: ABOUT_TEXT,
  pull_request_review: ABOUT_TEXT,
  pull_request_review_comment: ABOUT_TEXT,
};

/**
 * Actions that say nothing to an agent at work on the item, because they are mostly its own: it opens its pull request,
 * pushes, edits the description. An issue created with labels sends `opened` and one `labeled` per label in any order.
 */
const QUIET_WHILE_AT_WORK: Readonly<Record<string, readonly string[]>> = {
  issues: ['opened', 'labeled'],
  pull_request: [
    'opened',
    'synchronize',
    'edited',
    'ready_for_review',
    'converted_to_draft',
    'assigned',
    'review_requested',
    'labeled',
  ],
};

/** Whether the action wakes nobody, whoever works on the item. */
export function isQuiet(event: GithubEvent, policy: RoutingPolicy): boolean {
  if (policy.quietActions !== null) return names(policy.quietActions, event);
  return names(QUIET_ACTIONS, event) || isOtherLabel(event, policy);
}

/** Whether the action wakes no session that is at work on the item already. */
export function isQuietAtWork(event: GithubEvent, policy: RoutingPolicy): boolean {
  return policy.quietActions === null && names(QUIET_WHILE_AT_WORK, event);
}

function isOtherLabel({ name, action, label }: GithubEvent, policy: RoutingPolicy): boolean {
  if (name !== 'issues' && name !== 'pull_request') return false;
  if (action !== 'labeled' && action !== 'unlabeled') return false;
  return !isAutoExecuteLabel(label, policy);
}

/** Event names come from a header: only keys of the list's own count. */
function names(list: Readonly<Record<string, readonly string[]>>, { name, action }: GithubEvent): boolean {
  return action !== null && Object.hasOwn(list, name) && (list[name]?.includes(action) ?? false);
}
