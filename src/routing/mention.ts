import type { WorkItemRef } from '../sessions/work-item-ref.js';

/**
 * Why an event is about a work item: it is the issue or pull request itself, a description closes it, a branch is named
 * after it, CI attaches it, its head is the commit that was checked, or a session has it recorded.
 */
export type MentionEvidence = 'subject' | 'closing-keyword' | 'head-branch' | 'attached' | 'head-sha' | 'recorded-link';

/** A work item an event names, with the field it was read from. */
export interface Mention {
  readonly ref: WorkItemRef;
  readonly evidence: MentionEvidence;
  /** The payload's field, for people who ask why: `pull_request.head.ref`. */
  readonly field: string;
}
