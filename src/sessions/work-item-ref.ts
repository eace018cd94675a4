/**
 * The name of one issue or pull request, as a value: `github:owner/repo#15`.
 * Owner and repository keep the spelling they were read with; comparison ignores case, as GitHub does.
 */
export interface WorkItemRef {
  readonly provider: 'github';
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** GitHub's own limits: a login has letters, digits and hyphens, that of a managed user an underscore; a repository name also dots. */
const OWNER = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const REPO = /^[A-Za-z0-9._-]{1,100}$/;
const REF = /^github:([^/]+)\/([^#]+)#([1-9][0-9]{0,9})$/;
/** GitHub's issue numbers are 32-bit; a larger one cannot exist and must never become a lossy float. */
const MAX_NUMBER = 2_147_483_647;

/** A reference typed by a person or a hook could not be read; the message says what was found and what is expected. */
export class InvalidWorkItemRefError extends Error {
  readonly code = 'invalid-work-item';
  constructor(
    readonly found: string,
    hint: string,
  ) {
    super(`Cannot read the work item ${JSON.stringify(found)}: ${hint}`);
  }
}

/** Reads `github:owner/repo#15`. Throws InvalidWorkItemRefError for anything else. */
export function parseWorkItemRef(text: string): WorkItemRef {
  if (/^jira:/i.test(text)) {
    throw new InvalidWorkItemRefError(text, 'jira: is reserved for later; only github:owner/repo#number works today');
  }
  const [, owner = '', repo = '', digits = ''] = REF.exec(text) ?? [];
  const ref = workItemRef(owner, repo, Number(digits));
  if (ref === undefined) throw new InvalidWorkItemRefError(text, 'expected github:owner/repo#number');
  return ref;
}

/** Builds a reference from its parts, or undefined when one of them cannot be a GitHub name or number. */
export function workItemRef(owner: string, repo: string, number: unknown): WorkItemRef | undefined {
  if (!isRepositoryName(owner, repo)) return undefined;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > MAX_NUMBER) return undefined;
  return { provider: 'github', owner, repo, number };
}

export function isRepositoryName(owner: string, repo: string): boolean {
  return OWNER.test(owner) && REPO.test(repo) && repo !== '.' && repo !== '..';
}

export function formatWorkItemRef(ref: WorkItemRef): string {
  return `github:${ref.owner}/${ref.repo}#${ref.number}`;
}

/** The folded form two spellings of one item share; the form stored in unique indexes. */
export function workItemKey(ref: WorkItemRef): string {
  return formatWorkItemRef(ref).toLowerCase();
}

/** `owner/repo` folded; the key of a repository where its id is not known. */
export function repositoryKey(ref: { owner: string; repo: string }): string {
  return `${ref.owner}/${ref.repo}`.toLowerCase();
}

export function sameRepository(a: { owner: string; repo: string }, b: { owner: string; repo: string }): boolean {
  return repositoryKey(a) === repositoryKey(b);
}

export function sameWorkItem(a: WorkItemRef, b: WorkItemRef): boolean {
  return workItemKey(a) === workItemKey(b);
}
