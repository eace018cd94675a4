import { Injectable } from '@nestjs/common';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '../config/within.js';
import { gitFailure } from './git-failure.js';
import { type Asked, GitClient } from './git.client.js';
import type { CheckoutState } from './release-rule.js';
import { SharedRepositories } from './shared.repositories.js';
import type { Tree } from './tree.facts.js';
import { WorkspacePace } from './workspace.pace.js';

/** The index of a repository with a million files is about this long. */
const MAX_LISTING = 128 * 1024 * 1024;

const OPERATIONS: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** Finds what would be lost with a checkout. Throws GitFailedError when that cannot be found out. */
@Injectable()
export class CheckoutInspector {
  constructor(
    private readonly git: GitClient,
    private readonly shared: SharedRepositories,
    private readonly pace: WorkspacePace,
  ) {}

  async inspect(tree: Tree): Promise<CheckoutState> {
    const plain: Asked = { cwd: tree.path };
    const place: Asked = { ...plain, timeoutMs: this.pace.treeMs, filters: await this.git.filters(plain) };
    const alone = tree.gitDir === tree.commonDir;
    const { head } = tree;
    const index = await this.index(place, tree.path);
    return {
      changes: [...(await this.changes(place)), ...index.hidden],
      operation: await operationIn(tree.gitDir),
      head,
      headOnRemote: head !== null && (await this.git.isOnRemote(place, head)),
      unpushedBranches: alone ? await this.unpushedBranches(place) : [],
      stashes: alone && (await this.git.commitAt(place, 'refs/stash')) !== undefined ? 1 : 0,
      nestedTrees: [...index.submodules, ...(await this.otherTrees(place, tree, alone))],
    };
  }

  private async changes(place: Asked): Promise<string[]> {
    const how = ['--porcelain=v1', '-z', '--untracked-files=normal', '--ignore-submodules=all', '--no-renames'];
    const answer = await this.git.ask(place, 'status', ...how);
    if (answer.ended === 'too-much-output') return ['more than can be listed'];
    if (answer.ended !== 'exited' || answer.code !== 0) throw gitFailure(`look for changes in "${place.cwd}"`, answer);
    return answer.stdout
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry) => entry.slice(3));
  }

  /** Files whose changes git was told not to see, and submodules that were filled: status says nothing of either. */
  private async index(place: Asked, path: string): Promise<{ hidden: string[]; submodules: string[] }> {
    const all = { ...place, maxOutputBytes: MAX_LISTING };
    const listed = await this.git.order(`list the files of "${path}"`, all, 'ls-files', '--stage', '-v', '-z');
    const hidden: string[] = [];
    const submodules: string[] = [];
    for (const entry of listed.split('\0')) {
      const [, tag = '', mode, file = ''] = /^(.) (\d+) [0-9a-f]+ \d\t(.*)$/s.exec(entry) ?? [];
      if (mode === '160000' && (await exists(join(path, file, '.git')))) submodules.push(file);
      else if (/[a-z]/.test(tag) || (tag === 'S' && (await exists(join(path, file))))) hidden.push(file);
    }
    return { hidden, submodules };
  }

  private async otherTrees(place: Asked, tree: Tree, alone: boolean): Promise<string[]> {
    const trees = (await this.shared.trees(place)).map(({ path }) => path).filter((path) => path !== tree.path);
    return alone ? trees : trees.filter((path) => isWithin(tree.path, path));
  }

  private async unpushedBranches(place: Asked): Promise<{ name: string; commit: string }[]> {
    const format = '--format=%(objectname) %(refname:lstrip=2)';
    const listed = await this.git.order('list the branches', place, 'for-each-ref', format, 'refs/heads/');
    const found: { name: string; commit: string }[] = [];
    for (const line of listed.split('\n').filter((each) => each !== '')) {
      const [commit = '', name = ''] = line.split(/ (.*)/s);
      if (!(await this.git.isOnRemote(place, commit))) found.push({ name, commit });
    }
    return found;
  }
}

async function operationIn(gitDir: string): Promise<string | null> {
  for (const [file, name] of OPERATIONS) if (await exists(join(gitDir, file))) return name;
  return null;
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
