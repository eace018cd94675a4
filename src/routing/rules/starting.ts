import { formatWorkItemRef, sameRepository, workItemKey } from '../../sessions/work-item-ref.js';
import type { SpawnReason } from '../decision-reason.js';
import type { GithubEvent } from '../github-event.js';
import type { Mention } from '../mention.js';
import type { RoutingPolicy } from '../routing-policy.js';
import { openerMayTrigger } from './standing.js';
import { isAutoExecuteLabel } from './auto-execute-label.js';
import { hasRecorded, worksOn } from './item-identity.js';
import { isOver } from './item-end.js';
import type { Matter } from './matter.js';
import { ignored, ruled, type Ruling } from './ruling.js';

/** Nobody works on the item: the policy says whether somebody starts. */
export function starting(matter: Matter): Ruling {
  const { event, policy } = matter;
  if (policy.spawnOnUnmatched === 'never') {
    return ignored('policy-never', 'No session works on the item, and routing.spawnOnUnmatched is never');
  }
  if (isOver(event)) return ignored('item-closed', 'Nothing starts on an item that is closed, deleted or transferred');
  return policy.spawnOnUnmatched === 'labeled' ? startingByLabel(matter) : startingAlways(matter);
}

/** Whoever set the label has vouched for the item, so a branch name is evidence enough. */
function startingByLabel(matter: Matter): Ruling {
  const { event, mentions, policy } = matter;
  if (event.action === 'unlabeled') return ignored('label-missing', 'Taking a label away starts nothing');
  if (!isArming(event, policy) && !isArmed(event, policy)) {
    return ignored('label-missing', `The item does not carry ${JSON.stringify(policy.autoExecuteLabel)}`);
  }
  return unvouched(event, policy) ?? startingOn(mentions[0]!, 'label', matter);
}

function startingAlways(matter: Matter): Ruling {
  const { event, mentions, policy } = matter;
  if (event.action === 'unlabeled') return ignored('label-removed', 'Taking a label away starts nothing');
  const item = mentions.find((mention) => isKnownToExist(mention, matter));
  if (item !== undefined) return unvouched(event, policy) ?? startingOn(item, 'policy-always', matter);
  const named = mentions.map(({ ref }) => formatWorkItemRef(ref)).join(', ');
  return ignored('weak-evidence', `Only a branch name says ${named}, and no delivery has shown such an item`);
}

/**
 * Labelling tells an agent at work something, whatever the label. To start work for a stranger it takes the label that
 * means it: triage bots label every new issue, and an issue form may have armed it in the stranger's name.
 */
function unvouched(event: GithubEvent, policy: RoutingPolicy): Ruling | null {
  if (event.action !== 'labeled' || policy.authorizedUsers !== null) return null;
  if (isArming(event, policy) || openerMayTrigger(event, policy)) return null;
  const label = JSON.stringify(policy.autoExecuteLabel);
  return ignored('unauthorized-actor', `The item is a stranger's, and this event does not add ${label}`);
}

function startingOn(mention: Mention, reason: SpawnReason, matter: Matter): Ruling {
  const { event, policy } = matter;
  const item = formatWorkItemRef(mention.ref);
  if (isOlderThanClose(mention, matter)) {
    return ignored('older-than-close', `The event happened before the session of ${item} was closed`);
  }
  const here = event.repository !== null && sameRepository(event.repository, mention.ref);
  return ruled(
    {
      kind: 'spawn',
      workItem: mention.ref,
      repositoryId: here ? (event.repository?.id ?? null) : null,
      harness: policy.defaultHarness,
      reason,
    },
    `No session works on ${item} (${mention.field}), and routing.spawnOnUnmatched is ${policy.spawnOnUnmatched}`,
  );
}

/** The label is being added right now; the list of the item may not show it yet. */
function isArming({ action, label }: GithubEvent, policy: RoutingPolicy): boolean {
  return action === 'labeled' && isAutoExecuteLabel(label, policy);
}

function isArmed({ subject }: GithubEvent, policy: RoutingPolicy): boolean {
  return subject?.labels.some((label) => isAutoExecuteLabel(label, policy)) ?? false;
}

/** A branch can be named after an issue that does not exist. */
function isKnownToExist({ ref, evidence }: Mention, { event, snapshot }: Matter): boolean {
  if (evidence !== 'head-branch' || snapshot.knownItems.has(workItemKey(ref))) return true;
  return snapshot.sessions.some((session) => worksOn(session, ref, event.repository));
}

/** A comment made before the merge can arrive after the close, saying that the item or its pull request is open. */
function isOlderThanClose({ ref }: Mention, { event, snapshot }: Matter): boolean {
  const { happenedAt, repository } = event;
  if (happenedAt === null) return false;
  return snapshot.sessions
    .filter(({ closedAt }) => closedAt !== null && happenedAt < closedAt)
    .some((session) => worksOn(session, ref, repository) || hasRecorded(session, ref, repository));
}
