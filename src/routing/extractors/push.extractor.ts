import { Injectable } from '@nestjs/common';
import type { GithubEvent } from '../github-event.js';
import type { Mention } from '../mention.js';
import { WorkItemExtractor } from '../work-item.extractor.js';
import { issueOfBranch } from './linked-issues.js';

/** A push names the issue of its branch. Commit messages are not read. */
@Injectable()
export class PushExtractor extends WorkItemExtractor {
  readonly events = ['push'];

  mentions({ branch, repository }: GithubEvent): Mention[] {
    return repository === null ? [] : issueOfBranch(branch, repository, 'ref');
  }
}
