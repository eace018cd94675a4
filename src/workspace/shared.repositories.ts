import { Injectable } from '@nestjs/common';
import { lstat, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isSharedRepository, isUnfinished } from './checkout-name.js';
import { CheckoutDirectories } from './checkout.directories.js';
import { type Asked, GitClient } from './git.client.js';
import { RemoteRepository } from './remote.repository.js';
import { WorkspacePace } from './workspace.pace.js';

export interface LinkedTree {
  readonly path: string;
  /** Full form; null on a detached HEAD. */
  readonly branch: string | null;
}

/** The one clone of a repository that its worktrees share; bare, so that no branch of it is ever checked out there. */
@Injectable()
export class SharedRepositories {
  constructor(
    private readonly git: GitClient,
    private readonly directories: CheckoutDirectories,
    private readonly pace: WorkspacePace,
  ) {}

  at(directory: string): string {
    return join(directory, 'repository.git');
  }

  /** Clones where nothing is yet, under another name until it is whole. */
  async open(directory: string, url: string, asked: Pick<Asked, 'signal' | 'onLine'>): Promise<Asked> {
    const gitDir = this.at(directory);
    const place: Asked = { ...asked, cwd: directory, gitDir };
    await this.sweep(directory, place);
    if (await exists(gitDir)) return place;

    const unfinished = this.directories.unfinished(gitDir, 'preparing');
    const within: Asked = { ...asked, cwd: directory, gitDir: unfinished };
    try {
      const act = `make the shared clone of ${url}`;
      await this.git.order(act, { ...asked, cwd: directory }, 'init', '--quiet', '--bare', '--', unfinished);
      await this.git.order(act, within, 'config', 'remote.origin.url', url);
      await this.git.order(act, within, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
      await new RemoteRepository(this.git, within, url, this.pace).everything();
      await rename(unfinished, gitDir);
    } catch (error) {
      await this.directories.remove(unfinished).catch(() => undefined); // swept by the next attempt
      throw error;
    }
    return place;
  }

  /** Removes what a cut-off attempt left: directories, and the entries git still has for them. */
  async sweep(directory: string, place: Asked): Promise<void> {
    for (const path of await this.directories.leftovers(directory)) await this.directories.remove(path);
    if (!(await exists(place.gitDir!))) return;
    for (const tree of await this.trees(place)) {
      if (dirname(tree.path) !== directory || !isUnfinished(basename(tree.path))) continue;
      const finished = tree.path.replace(/\.preparing-[0-9a-f]+$/, '');
      if (await exists(finished)) await this.git.ask(place, 'worktree', 'repair', '--', finished);
      // Twice forced: an entry that was cut off while it was made is locked.
      else await this.git.ask(place, 'worktree', 'remove', '--force', '--force', '--', tree.path);
    }
    await this.git.ask(place, 'worktree', 'prune');
  }

  async trees(place: Asked): Promise<LinkedTree[]> {
    const listed = (await this.git.read(place, 'worktree', 'list', '--porcelain')) ?? '';
    return listed
      .split('\n\n')
      .map((entry) => ({
        path: /^worktree (.+)$/m.exec(entry)?.[1] ?? '',
        branch: /^branch (.+)$/m.exec(entry)?.[1] ?? null,
      }))
      .filter(({ path }) => path !== '' && !isSharedRepository(basename(path)));
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
