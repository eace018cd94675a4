import { Injectable } from '@nestjs/common';
import type { GithubEvent } from '../github-event.js';
import type { Mention } from '../mention.js';
import { WorkItemExtractor } from '../work-item.extractor.js';
import { distinctMentions } from './distinct-mentions.js';
import { issueOfBranch } from './linked-issues.js';

/** Results of continuous integration: the issue of the branch first, then the pull requests GitHub attached. */
@Injectable()
export class CiExtractor extends WorkItemExtractor {
  readonly events = ['workflow_run', 'workflow_job', 'check_suite', 'check_run', 'status'];

  mentions({ name, ci, repository }: GithubEvent): Mention[] {
    if (ci === null || repository === null) return [];
    const branches = ci.ownBranches ? ci.branches : [];
    return distinctMentions([
      ...branches.flatMap((branch) => issueOfBranch(branch, repository, BRANCH_FIELDS[name] ?? name)),
      ...ci.pullRequests.map((ref): Mention => ({ ref, evidence: 'attached', field: `${name}.pull_requests` })),
    ]);
  }
}

const BRANCH_FIELDS: Readonly<Record<string, string>> = {
  workflow_run: 'workflow_run.head_branch',
  workflow_job: 'workflow_job.head_branch',
  check_suite: 'check_suite.head_branch',
  check_run: 'check_run.check_suite.head_branch',
  status: 'branches',
};
