import { repositoryKey, type WorkItemRef, workItemRef } from '../../sessions/work-item-ref.js';
import type { EventCi, EventRepository } from '../github-event.js';
import { type Fields, fieldsAt, fieldsOf, has, idAt, listAt, textAt, timeAt, wholeNumberAt } from './payload-fields.js';
import { branchAt, shaAt } from './read-names.js';
import { isOwn } from './read-repository.js';

/** The result of continuous integration in an event; null for every other event. */
export function ciOf(name: string, payload: Fields, repository: EventRepository): EventCi | null {
  switch (name) {
    case 'workflow_run':
      return workflowRun(payload, repository);
    case 'workflow_job':
      return workflowJob(payload, repository);
    case 'check_suite':
      return checkSuite(payload, repository);
    case 'check_run':
      return checkRun(payload, repository);
    case 'status':
      return status(payload, repository);
    default:
      return null;
  }
}

function workflowRun(payload: Fields, repository: EventRepository): EventCi {
  const run = fieldsAt(payload, 'workflow_run');
  const headRepository = fieldsAt(run, 'head_repository');
  return {
    ...resultOf(payload, run),
    ...branchOf(run),
    ownBranches: isOwn(headRepository, repository),
    headRepositoryId: idAt(headRepository, 'id'),
    pullRequests: attached(listAt(run, 'pull_requests'), repository),
    suiteKey: suiteKey(repository, run, idAt(run, 'check_suite_id') ?? `run-${idAt(run, 'id')}`),
    attempt: wholeNumberAt(run, 'run_attempt'),
    startedAt: timeAt(run, 'run_started_at'),
  };
}

/** Names no repository of its head: a job of a fork cannot be told from one of ours. */
function workflowJob(payload: Fields, repository: EventRepository): EventCi {
  const job = fieldsAt(payload, 'workflow_job');
  return {
    ...resultOf(payload, job),
    ...branchOf(job),
    suiteKey: suiteKey(repository, job, `run-${idAt(job, 'run_id')}`),
    checkName: textAt(job, 'name'),
    attempt: wholeNumberAt(job, 'run_attempt'),
    startedAt: timeAt(job, 'started_at'),
  };
}

function checkSuite(payload: Fields, repository: EventRepository): EventCi {
  const suite = fieldsAt(payload, 'check_suite');
  const listed = listAt(suite, 'pull_requests');
  return {
    ...resultOf(payload, suite),
    ...branchOf(suite),
    ...headOf(suite, listed, repository),
    suiteKey: suiteKey(repository, suite, idAt(suite, 'id')),
  };
}

/** The list of a check run and the list of its suite can differ: both count. */
function checkRun(payload: Fields, repository: EventRepository): EventCi {
  const run = fieldsAt(payload, 'check_run');
  const suite = fieldsAt(run, 'check_suite');
  const listed = [...listAt(run, 'pull_requests'), ...listAt(suite, 'pull_requests')];
  return {
    ...resultOf(payload, run),
    ...branchOf(suite),
    ...headOf(suite, listed, repository),
    suiteKey: suiteKey(repository, run, idAt(suite, 'id') ?? `check-${idAt(run, 'id')}`),
    checkName: textAt(run, 'name'),
    startedAt: timeAt(run, 'started_at'),
  };
}

/** Has no action, no suite and no pull request; its context is what tells two of them apart. */
function status(payload: Fields, repository: EventRepository): EventCi {
  const state = textAt(payload, 'state');
  return {
    ...UNTOLD,
    headSha: shaAt(payload, 'sha'),
    branches: listAt(payload, 'branches').flatMap((branch) => branchAt(fieldsOf(branch), 'name') ?? []),
    completed: state !== null && state !== 'pending',
    conclusion: state,
    suiteKey: suiteKey(repository, payload, `status-${textAt(payload, 'context') ?? ''}`),
    checkName: textAt(payload, 'context'),
  };
}

const UNTOLD: EventCi = {
  headSha: null,
  branches: [],
  ownBranches: true,
  headRepositoryId: null,
  pullRequests: [],
  completed: false,
  conclusion: null,
  suiteKey: null,
  checkName: null,
  attempt: null,
  startedAt: null,
};

/** An event that asks for a check again still carries the old conclusion: only `completed` tells a result. */
function resultOf(payload: Fields, check: Fields | null): EventCi {
  const completed = textAt(payload, 'action') === 'completed';
  return { ...UNTOLD, headSha: shaAt(check, 'head_sha'), completed, conclusion: textAt(check, 'conclusion') };
}

function branchOf(check: Fields | null): Pick<EventCi, 'branches'> {
  const branch = branchAt(check, 'head_branch');
  return { branches: branch === null ? [] : [branch] };
}

/**
 * Suites name no repository of their head; the pull requests they attach do. A branch is a fork's when every attached
 * pull request that has it as head comes from elsewhere.
 */
function headOf(
  suite: Fields | null,
  listed: readonly unknown[],
  repository: EventRepository,
): Pick<EventCi, 'ownBranches' | 'headRepositoryId' | 'pullRequests'> {
  const branch = textAt(suite, 'head_branch');
  const heads = listed
    .map(fieldsOf)
    .filter((each) => isOfThisRepository(each, repository))
    .map((each) => fieldsAt(each, 'head'))
    .filter((head) => textAt(head, 'ref') === branch && has(fieldsAt(head, 'repo') ?? {}, 'id'))
    .map((head) => fieldsAt(head, 'repo'));
  const own = heads.length === 0 || heads.some((head) => isOwn(head, repository));
  return {
    ownBranches: own,
    headRepositoryId: own ? null : idAt(heads[0] ?? null, 'id'),
    pullRequests: attached(listed, repository),
  };
}

/** A commit shared with a fork brings in the fork's own pull requests: `#3` there is not `#3` here. */
function attached(listed: readonly unknown[], repository: EventRepository): WorkItemRef[] {
  return listed
    .map(fieldsOf)
    .filter((each) => isOfThisRepository(each, repository))
    .flatMap((each) => workItemRef(repository.owner, repository.repo, wholeNumberAt(each, 'number')) ?? []);
}

function isOfThisRepository(pullRequest: Fields | null, repository: EventRepository): boolean {
  const base = fieldsAt(fieldsAt(pullRequest, 'base'), 'repo');
  return isOwn(base, repository);
}

function suiteKey(repository: EventRepository, check: Fields | null, suite: number | string | null): string | null {
  const sha = shaAt(check, 'head_sha') ?? shaAt(check, 'sha');
  if (sha === null || suite === null) return null;
  const where = repository.id ?? repositoryKey(repository);
  return `${where}·${sha}·${suite}`;
}
