import { branchIssues } from '../branch-convention.js';
import { closingReferences } from '../closing-keywords.js';
import type { EventRepository, EventSubject } from '../github-event.js';
import type { Mention } from '../mention.js';

/** The issues the description of a pull request closes, in the order of its text. */
export function issuesClosedBy(subject: EventSubject, repository: EventRepository, field: string): Mention[] {
  return closingReferences(subject.body ?? '', repository).map((ref) => ({ ref, evidence: 'closing-keyword', field }));
}

/** The issue a branch of this repository is named after. */
export function issueOfBranch(branch: string | null, repository: EventRepository, field: string): Mention[] {
  return branchIssues(branch ?? '', repository).map((ref) => ({ ref, evidence: 'head-branch', field }));
}

export function theSubject(subject: EventSubject, field: string): Mention {
  return { ref: subject.ref, evidence: 'subject', field };
}
