import { workItemRef } from '../sessions/work-item-ref.js';
import type { GithubEvent } from './github-event.js';
import { type Fields, fieldsAt, fieldsOf, textAt, wholeNumberAt } from './reading/payload-fields.js';
import { fits } from './reading/payload-shape.js';
import { actorAt } from './reading/read-actor.js';
import { ciOf } from './reading/read-ci.js';
import { actionOf, branchAt } from './reading/read-names.js';
import { repositoryFrom } from './reading/read-repository.js';
import { pullRequestOf, subjectOf } from './reading/read-subject.js';
import { reviewKeyOf, textOf } from './reading/read-text.js';
import { timeOf } from './reading/read-time.js';

/**
 * Reads a delivery. Never throws: a field that is missing or unreadable is null, and a body that does not fit the event
 * its header names is read as one that is about nothing.
 */
export function readEvent(name: string, deliveryId: string, body: unknown): GithubEvent {
  const payload = fieldsOf(body) ?? {};
  const repository = repositoryFrom(fieldsAt(payload, 'repository'));
  const event: GithubEvent = {
    ...ABOUT_NOTHING,
    name,
    action: actionOf(payload),
    deliveryId,
    repository,
    sender: actorAt(payload, 'sender'),
    happenedAt: timeOf(payload),
  };
  if (repository === null || !fits(name, payload)) return event;
  const ci = ciOf(name, payload, repository);
  if (ci !== null) return { ...event, ci };
  if (name === 'push') return { ...event, branch: pushedBranch(payload) };
  const written = textOf(name, payload);
  return {
    ...event,
    text: written?.text ?? null,
    author: written?.author ?? null,
    subject: subjectOf(payload, repository),
    pullRequest: pullRequestOf(payload, repository),
    label: textAt(fieldsAt(payload, 'label'), 'name'),
    movedTo: destinationOf(payload),
    reviewKey: reviewKeyOf(payload, repository),
  };
}

const ABOUT_NOTHING = {
  author: null,
  text: null,
  subject: null,
  pullRequest: null,
  ci: null,
  label: null,
  branch: null,
  movedTo: null,
  reviewKey: null,
} as const;

/** Tags share the event with branches; only `refs/heads/` names a branch. */
function pushedBranch(payload: Fields): string | null {
  const ref = branchAt(payload, 'ref');
  return ref !== null && ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null;
}

function destinationOf(payload: Fields): GithubEvent['movedTo'] {
  if (textAt(payload, 'action') !== 'transferred') return null;
  const changes = fieldsAt(payload, 'changes');
  const repository = repositoryFrom(fieldsAt(changes, 'new_repository'));
  const number = wholeNumberAt(fieldsAt(changes, 'new_issue'), 'number');
  const ref = repository === null ? undefined : workItemRef(repository.owner, repository.repo, number);
  return repository === null || ref === undefined ? null : { ref, repositoryId: repository.id };
}
