import { join } from 'node:path';
import { isRepositoryName, type WorkItemRef, workItemRef } from '../sessions/work-item-ref.js';

/** Hosts that checkouts come from. A work item has no host of its own: `github:` is this one. */
export const HOST = 'github.com';
/** The clone that the worktrees of a repository share. Beside it are numbers only, so nothing can have its name. */
const SHARED = 'repository.git';
const UNFINISHED = /^(?:[1-9][0-9]*|repository\.git)\.(?:preparing|releasing)-[0-9a-f]+$/;

/**
 * Directory names below the root, one per part of the name: `github.com/owner/repo/15`. They are folded as GitHub folds
 * names, so two spellings of one repository are one directory, and `a-b/c` and `a/b-c` are two.
 */
export function repositoryNames(repository: { owner: string; repo: string }): readonly [string, string, string] {
  const { owner, repo } = repository;
  if (!isRepositoryName(owner, repo)) throw new Error(`No directory is named after ${JSON.stringify({ owner, repo })}`);
  return [HOST, owner.toLowerCase(), repo.toLowerCase()];
}

/** Where the checkout of a work item lies. Pure arithmetic: nothing is looked up or made. */
export function checkoutPath(root: string, ref: WorkItemRef): string {
  return join(root, ...repositoryNames(ref), `${ref.number}`);
}

/** The way back: the item whose checkout these directory names below the root are. */
export function itemAt(names: readonly string[]): WorkItemRef | undefined {
  const [host, owner = '', repo = '', number = '', ...rest] = names;
  if (host !== HOST || rest.length > 0 || !/^[1-9][0-9]*$/.test(number)) return undefined;
  return workItemRef(owner, repo, Number(number));
}

export function isSharedRepository(name: string): boolean {
  return name === SHARED;
}

/** A directory that was never finished, or not quite removed; nobody was ever told to work there. */
export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

export function unfinishedPath(path: string, act: 'preparing' | 'releasing', random: string): string {
  return `${path}.${act}-${random}`;
}

/** An entry beside the wanted name that a file system without letter case takes for the same. */
export function collidingEntry(wanted: string, entries: readonly string[]): string | undefined {
  return entries.find((entry) => entry !== wanted && foldedPath(entry) === foldedPath(wanted));
}

export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
