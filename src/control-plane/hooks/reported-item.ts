import { branchIssues } from '../../routing/branch-convention.js';
import { parseWorkItemRef, type WorkItemRef, workItemRef } from '../../sessions/work-item-ref.js';
import { repositoryOfUrl } from '../../workspace/remote-url.js';

/** Where a conversation says it stands. */
export interface ReportedPlace {
  readonly workItem?: string | null;
  readonly branch?: string | null;
  readonly origin?: string | null;
}

/**
 * The work item a conversation is about: the one that was named, else the issue its branch is named after, in the
 * repository of `origin`. Throws InvalidWorkItemRefError for a name that is none.
 */
export function reportedItem({ workItem, branch, origin }: ReportedPlace): WorkItemRef | undefined {
  if (workItem) return parseWorkItemRef(workItem);
  const [owner, repo] = (origin && repositoryOfUrl(origin))?.split('/') ?? [];
  if (!branch || owner === undefined || repo === undefined) return undefined;
  return branchIssues(branch, { owner, repo })[0];
}

const ADDRESS = /^https:\/\/([^/]+)\/([^/]+)\/([^/]+)\/pull\/(\d{1,10})$/;

/** The pull request of a web address on one of these hosts; undefined for anything else. */
export function pullRequestOfUrl(address: string, hosts: readonly string[]): WorkItemRef | undefined {
  const [, host = '', owner = '', repo = '', digits = ''] = ADDRESS.exec(address) ?? [];
  return hosts.includes(host.toLowerCase()) ? workItemRef(owner, repo, Number(digits)) : undefined;
}
