import { type WorkItemRef, workItemRef } from '../sessions/work-item-ref.js';

/** `issue-<n>` with no letter or digit before or after, in any case, anywhere in the name. */
const CONVENTION = /(?<![\p{L}\p{M}\p{N}])[Ii][Ss][Ss][Uu][Ee]-([1-9][0-9]*)(?![\p{L}\p{M}\p{N}])/gu;

/** The issue a branch is named after: none, or one. */
export function branchIssues(branch: string, repository: { owner: string; repo: string }): WorkItemRef[] {
  for (const [, digits] of branch.matchAll(CONVENTION)) {
    const ref = workItemRef(repository.owner, repository.repo, Number(digits));
    if (ref !== undefined) return [ref];
  }
  return [];
}
