import { workItemRef } from '../../sessions/work-item-ref.js';
import type { EventPullRequest, EventRepository, EventSubject } from '../github-event.js';
import { actorAt } from './read-actor.js';
import { branchAt, shaAt } from './read-names.js';
import { type Fields, fieldsAt, fieldsOf, flagAt, has, idAt, listAt, textAt, wholeNumberAt } from './payload-fields.js';
import { isOwn } from './read-repository.js';

/** The issue or pull request in the payload. GitHub also sends pull requests as `issue`, with `pull_request` inside. */
export function subjectOf(payload: Fields, repository: EventRepository): EventSubject | null {
  const pullRequest = fieldsAt(payload, 'pull_request');
  const item = pullRequest ?? fieldsAt(payload, 'issue');
  const ref = workItemRef(repository.owner, repository.repo, wholeNumberAt(item, 'number'));
  if (item === null || ref === undefined) return null;
  return {
    kind: pullRequest !== null || has(item, 'pull_request') ? 'pull-request' : 'issue',
    ref,
    state: textAt(item, 'state'),
    labels: labelsOf(item),
    author: actorAt(item, 'user'),
    association: textAt(item, 'author_association'),
    body: textAt(item, 'body'),
  };
}

/** What only the payload's full pull request shows; an `issue` that is a pull request has no head. */
export function pullRequestOf(payload: Fields, repository: EventRepository): EventPullRequest | null {
  const pullRequest = fieldsAt(payload, 'pull_request');
  if (pullRequest === null) return mergedIssue(payload);
  const head = fieldsAt(pullRequest, 'head');
  const headRepository = fieldsAt(head, 'repo');
  return {
    headRef: branchAt(head, 'ref'),
    headSha: shaAt(head, 'sha'),
    headRepositoryId: idAt(headRepository, 'id'),
    baseRepositoryId: idAt(fieldsAt(fieldsAt(pullRequest, 'base'), 'repo'), 'id') ?? repository.id,
    ownHead: isOwn(headRepository, repository),
    merged: flagAt(pullRequest, 'merged') ?? has(pullRequest, 'merged_at'),
  };
}

function mergedIssue(payload: Fields): EventPullRequest | null {
  const link = fieldsAt(fieldsAt(payload, 'issue'), 'pull_request');
  if (link === null) return null;
  const unknown = { headRef: null, headSha: null, headRepositoryId: null, baseRepositoryId: null, ownHead: false };
  return { ...unknown, merged: has(link, 'merged_at') };
}

function labelsOf(item: Fields): string[] {
  return listAt(item, 'labels').flatMap((label) => textAt(fieldsOf(label), 'name') ?? []);
}
