import { isOpen, type SessionView } from '../../sessions/session-view.js';
import { formatWorkItemRef, type WorkItemRef } from '../../sessions/work-item-ref.js';
import type { DeclineReason } from '../decision-reason.js';
import type { GithubEvent } from '../github-event.js';
import { isAtHome, worksOn } from './item-identity.js';
import { isOver } from './item-end.js';
import type { Matter } from './matter.js';
import type { Owner } from './ownership.js';
import { ruled, type Ruling } from './ruling.js';

/**
 * A pull request in a repository other than its work item's needs a tree of its own, and so a session of its own. In the
 * work item's repository it never gets one. When there is no checkout to give it, the work item's session is told.
 */
export function contribution(matter: Matter, { session, mention }: Owner): Ruling | null {
  const { event, snapshot } = matter;
  const pullRequest = pullRequestOf(event, mention);
  if (pullRequest === null || isAtHome(session, event.repository)) return null;
  const item = formatWorkItemRef(session.workItem);
  const contributed = formatWorkItemRef(pullRequest);
  const own = snapshot.sessions.find((each) => isOpen(each) && worksOn(each, pullRequest, event.repository));
  if (own !== undefined) {
    return ruled(
      { kind: 'resume', sessionId: own.id, reason: 'endpoint' },
      `${contributed} contributes to ${item} and has a session of its own`,
    );
  }
  const declined = refusal(matter);
  if (declined === null) return spawning(matter, session, pullRequest);
  return ruled(
    { kind: 'resume', sessionId: session.id, reason: 'pr-session-declined', declined },
    `${contributed} contributes to ${item} and gets no session of its own (${declined})`,
  );
}

function spawning({ event }: Matter, session: SessionView, pullRequest: WorkItemRef): Ruling {
  const repository = `${pullRequest.owner}/${pullRequest.repo}`;
  return ruled(
    {
      kind: 'spawn',
      workItem: pullRequest,
      repositoryId: event.repository?.id ?? null,
      harness: session.harness,
      reason: 'cross-repo-endpoint',
      endpointOf: session.workItem,
      checkout: { repository, branch: event.pullRequest?.headRef ?? event.ci?.branches[0] ?? null },
    },
    `${formatWorkItemRef(pullRequest)} contributes to ${formatWorkItemRef(session.workItem)} from another repository`,
  );
}

function refusal({ event, policy }: Matter): DeclineReason | null {
  if (policy.sessionPerPr === 'never') return 'mode-never';
  if (policy.workspaceRoot === null) return 'no-separate-checkout';
  if (isOver(event)) return 'pull-request-closed';
  return !policy.allowForks && isFromAFork(event) ? 'fork-not-allowed' : null;
}

/** A comment does not say where the head is; then the checkout finds out, and refuses a fork itself. */
function isFromAFork({ pullRequest, ci, repository }: GithubEvent): boolean {
  if (ci !== null) return ci.headRepositoryId !== null && ci.headRepositoryId !== repository?.id;
  return pullRequest !== null && pullRequest.headSha !== null && !pullRequest.ownHead;
}

function pullRequestOf({ subject }: GithubEvent, { ref, evidence }: Owner['mention']): WorkItemRef | null {
  if (subject?.kind === 'pull-request') return subject.ref;
  return evidence === 'attached' || evidence === 'head-sha' ? ref : null;
}
