import { Injectable } from '@nestjs/common';
import type { GithubEvent } from '../github-event.js';
import type { Mention } from '../mention.js';
import { WorkItemExtractor } from '../work-item.extractor.js';
import { distinctMentions } from './distinct-mentions.js';
import { issuesClosedBy, theSubject } from './linked-issues.js';

/** Issues and comments on them. GitHub sends the conversation of a pull request this way too, without its head. */
@Injectable()
export class IssuesExtractor extends WorkItemExtractor {
  readonly events = ['issues', 'issue_comment'];

  mentions({ subject, repository }: GithubEvent): Mention[] {
    if (subject === null || repository === null) return [];
    const own = theSubject(subject, 'issue.number');
    if (subject.kind === 'issue') return [own];
    return distinctMentions([...issuesClosedBy(subject, repository, 'issue.body'), own]);
  }
}
