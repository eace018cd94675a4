import { Injectable } from '@nestjs/common';
import type { GithubEvent } from '../github-event.js';
import type { Mention } from '../mention.js';
import { WorkItemExtractor } from '../work-item.extractor.js';
import { distinctMentions } from './distinct-mentions.js';
import { issueOfBranch, issuesClosedBy, theSubject } from './linked-issues.js';

/** Pull requests, their reviews, inline comments and threads: the issue they deliver first, then themselves. */
@Injectable()
export class PullRequestsExtractor extends WorkItemExtractor {
  readonly events = [
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
    'pull_request_review_thread',
  ];

  mentions({ subject, pullRequest, repository }: GithubEvent): Mention[] {
    if (subject === null || repository === null) return [];
    const branch = pullRequest?.ownHead ? pullRequest.headRef : null;
    return distinctMentions([
      ...issueOfBranch(branch, repository, 'pull_request.head.ref'),
      ...issuesClosedBy(subject, repository, 'pull_request.body'),
      theSubject(subject, 'pull_request.number'),
    ]);
  }
}
