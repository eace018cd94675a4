/**
 * Branch names as git check-ref-format(1) has them, and narrower: a name that no shell, no option parser and no reader
 * can take for anything else. Letters and digits of any script are allowed, invisible characters and quotes are not.
 */
const ALLOWED = /^[\p{L}\p{M}\p{N}._/+@#,=%-]+$/u;
/** GitHub's own bound for a branch name, in bytes. */
const MAX_BYTES = 244;

/** What is wrong with the name of a branch, as the end of a sentence; undefined when it can be used. */
export function branchNameProblem(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (Buffer.byteLength(name) > MAX_BYTES) return `it is longer than ${MAX_BYTES} bytes`;
  if (name.startsWith('-')) return 'it begins with a hyphen and would be read as an option';
  if (!ALLOWED.test(name)) return 'it has characters other than letters, digits and . _ / + @ # , = % -';
  if (name.normalize('NFC') !== name) return 'it is not in the composed Unicode form, so another name looks the same';
  if (name.includes('..')) return 'it has two dots in a row';
  if (name === '@' || name === 'HEAD') return 'git has another meaning for it';
  if (name.endsWith('.')) return 'it ends with a dot';
  return name
    .split('/')
    .map(componentProblem)
    .find((problem) => problem !== undefined);
}

function componentProblem(component: string): string | undefined {
  if (component === '') return 'it begins or ends with a slash, or has two in a row';
  if (component.startsWith('.')) return 'a part of it begins with a dot';
  if (component.toLowerCase().endsWith('.lock')) return 'a part of it ends with .lock';
  return undefined;
}

/** Refs are used in full form only: nothing is left for git to guess. */
export const headRef = (branch: string): string => `refs/heads/${branch}`;
export const trackingRef = (branch: string, remote = 'origin'): string => `refs/remotes/${remote}/${branch}`;

/** The full id of a commit, SHA-1 or SHA-256. */
export function isCommitId(text: string): boolean {
  return /^[0-9a-f]{40}$|^[0-9a-f]{64}$/.test(text);
}

/** Another branch that a file system without letter case would keep in the same place. */
export function foldingTwin(branch: string, others: readonly string[]): string | undefined {
  return others.find((other) => other !== branch && other.toLowerCase() === branch.toLowerCase());
}
