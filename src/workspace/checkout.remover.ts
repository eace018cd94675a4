import { Injectable } from '@nestjs/common';
import { rename } from 'node:fs/promises';
import { CheckoutDirectories } from './checkout.directories.js';
import { type Asked, GitClient } from './git.client.js';
import { headRef } from './ref-name.js';
import { SharedRepositories } from './shared.repositories.js';
import { WorkspacePace } from './workspace.pace.js';

export interface Removal {
  readonly strategy: 'worktree' | 'clone';
  /** Real paths of the repository's directory and of the checkout in it. */
  readonly directory: string;
  readonly path: string;
  /** Names it may have brought into the shared clone: its own branch, and the one it stands on now. */
  readonly branches: readonly string[];
  /** Commits that are on GitHub whatever the refs here say. */
  readonly recordedHeads: readonly string[];
  /** The remote a fork's head was set up with. */
  readonly forkRemote: string | null;
  readonly discard: boolean;
}

/** Takes a checkout away, and its branches out of the shared clone where the remote has them. */
@Injectable()
export class CheckoutRemover {
  constructor(
    private readonly git: GitClient,
    private readonly directories: CheckoutDirectories,
    private readonly shared: SharedRepositories,
    private readonly pace: WorkspacePace,
  ) {}

  /** Names the branches it removed. Throws when the directory could not be removed. */
  async remove(removal: Removal): Promise<string[]> {
    const { strategy, directory, path } = removal;
    if (strategy === 'clone') {
      const aside = this.directories.unfinished(path, 'releasing');
      await rename(path, aside);
      await this.directories.remove(aside).catch(() => undefined); // swept later: nobody looks for it there
      return [];
    }
    const place: Asked = { cwd: directory, gitDir: this.shared.at(directory) };
    const tree = { ...place, timeoutMs: this.pace.treeMs, filters: await this.git.filters(place) };
    const force = removal.discard ? ['--force', '--force'] : []; // unforced, git looks once more itself
    await this.git.order(`remove the worktree "${path}"`, tree, 'worktree', 'remove', ...force, '--', path);
    return this.branches(place, removal);
  }

  /** For a checkout that is gone already: what git still has of it. */
  async forget(removal: Removal): Promise<string[]> {
    if (removal.strategy === 'clone') return [];
    const place: Asked = { cwd: removal.directory, gitDir: this.shared.at(removal.directory) };
    await this.shared.sweep(removal.directory, place);
    return this.branches(place, removal);
  }

  private async branches(place: Asked, { branches, recordedHeads, forkRemote }: Removal): Promise<string[]> {
    const held = (await this.shared.trees(place)).map(({ branch }) => branch);
    const removed: string[] = [];
    for (const branch of new Set(branches)) {
      const tip = await this.git.commitAt(place, headRef(branch));
      if (tip === undefined || held.includes(headRef(branch))) continue;
      if (!recordedHeads.includes(tip) && !(await this.git.isOnRemote(place, tip))) continue;
      const answer = await this.git.ask(place, 'branch', '--delete', '--force', '--', branch);
      if (answer.ended === 'exited' && answer.code === 0) removed.push(branch);
    }
    const lastOfFork = forkRemote !== null && branches.every((branch) => !held.includes(headRef(branch)));
    if (lastOfFork) await this.git.ask(place, 'remote', 'remove', forkRemote);
    return removed;
  }
}
