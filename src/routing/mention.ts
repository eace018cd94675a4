import type { WorkItemRef } from '../sessions/work-item-ref.js';

/**
 * Why an event is about a work item: it is the issue or pull request itself, a description closes it, a branch is named
 * after it, CI attaches it, its head is the commit that was checked, or a session has it recorded.
 */
export type MentionEvidence = 'subject' | 'closing-keyword' | 'head-branch' | 'attached' | 'head-sha' | 'recorded-link';

/** What makes a pull request deliver an issue: its description closes it, or its branch is named after it. */
export type LinkEvidence = Extract<MentionEvidence, 'closing-keyword' | 'head-branch'>;

/** A work item an event names, with the field it was read from. */
export interface Mention {
  readonly ref: WorkItemRef;
  readonly evidence: MentionEvidence;
  /** The payload's field, for people who ask why: `pull_request.head.ref`. */
  readonly field: string;
}

export function isLink(mention: Mention): mention is Mention & { readonly evidence: LinkEvidence } {
  return mention.evidence === 'closing-keyword' || mention.evidence === 'head-branch';
}
