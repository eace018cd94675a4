import { Injectable } from '@nestjs/common';
import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { AppConfig } from '../config/app-config.js';
import { Transactions } from '../database/database.transactions.js';
import type { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { foldedPath, isSharedRepository, itemAt } from './checkout-name.js';
import { CheckoutDirectories } from './checkout.directories.js';
import { directorySize } from './directory.size.js';
import { type Asked, GitClient } from './git.client.js';
import { SharedRepositories } from './shared.repositories.js';
import { WorkspaceStore } from './workspace.store.js';

/** One thing below the workspace root. */
export interface WorkspaceView {
  /** `checkout` of a session · `shared-clone` of a repository · `unknown`: nobody has it on record. */
  readonly kind: 'checkout' | 'shared-clone' | 'unknown';
  readonly path: string;
  readonly sizeBytes: number;
  readonly sessionId: string | null;
  readonly sessionStatus: string | null;
  readonly workItem: string | null;
  readonly branch: string | null;
  readonly state: WorkspaceEntity['state'] | null;
  /** Why it stays although its session is closed, or what is strange about it. */
  readonly reason: string | null;
  readonly detail: string | null;
  readonly createdAt: number | null;
}

/** What lies below the workspace root, on record or not. */
@Injectable()
export class WorkspaceListing {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: WorkspaceStore,
    private readonly directories: CheckoutDirectories,
    private readonly shared: SharedRepositories,
    private readonly git: GitClient,
    private readonly config: AppConfig,
  ) {}

  async list(): Promise<WorkspaceView[]> {
    const rows = await this.transactions.run((tx) =>
      this.store.standing(tx).map((row) => ({ row, status: this.store.statusOf(tx, row.sessionId) ?? null })),
    );
    const views: WorkspaceView[] = [];
    for (const { row, status } of rows) views.push(await checkout(row, status));
    const recorded = new Set(rows.map(({ row }) => row.pathKey));
    for (const { directory } of await this.repositories()) {
      for (const name of await readdir(directory).catch(() => [])) {
        const path = join(directory, name);
        if (!recorded.has(foldedPath(path))) views.push(await unrecorded(path, name));
      }
    }
    return views;
  }

  /** Directories of repositories below the root, whoever made them. */
  async repositories(): Promise<{ key: string; directory: string }[]> {
    const { root } = this.config.webhooks.ghWebhook.routing.workspace;
    if (root === '') return [];
    const found: { key: string; directory: string }[] = [];
    for (const host of await directoriesIn(root)) {
      for (const owner of await directoriesIn(join(root, host))) {
        for (const repo of await directoriesIn(join(root, host, owner))) {
          if (itemAt([host, owner, repo, '1']) === undefined) continue;
          found.push({ key: `${owner}/${repo}`, directory: await this.directories.open(root, [host, owner, repo]) });
        }
      }
    }
    return found;
  }

  /** Removes what cut-off work left, and a shared clone that nobody uses and that has nothing of its own. */
  async tidy(key: string, directory: string): Promise<string[]> {
    const place: Asked = { cwd: directory, gitDir: this.shared.at(directory) };
    await this.shared.sweep(directory, place);
    if (!(await isDirectory(place.gitDir!)) || (await this.isUsed(key, place))) return [];
    const aside = this.directories.unfinished(place.gitDir!, 'releasing');
    await rename(place.gitDir!, aside);
    await this.directories.remove(aside);
    return [place.gitDir!];
  }

  private async isUsed(key: string, place: Asked): Promise<boolean> {
    const rows = await this.transactions.run((tx) => this.store.standing(tx));
    if (rows.some((row) => row.repositoryKey === key && row.strategy === 'worktree')) return true;
    if ((await this.shared.trees(place)).length > 0) return true;
    if ((await this.git.commitAt(place, 'refs/stash')) !== undefined) return true;
    const listed = await this.git.order(
      'list the branches',
      place,
      'for-each-ref',
      '--format=%(objectname)',
      'refs/heads/',
    );
    for (const commit of listed.split('\n').filter((line) => line !== '')) {
      if (!(await this.git.isOnRemote(place, commit))) return true;
    }
    return false;
  }
}

async function checkout(row: WorkspaceEntity, sessionStatus: string | null): Promise<WorkspaceView> {
  const { path, sessionId, workItem, branch, state, reason, detail, createdAt } = row;
  const sizeBytes = await directorySize(path);
  return {
    ...{ kind: 'checkout', path, sizeBytes, sessionId, sessionStatus },
    workItem,
    branch,
    state,
    reason,
    detail,
    createdAt,
  };
}

async function unrecorded(path: string, name: string): Promise<WorkspaceView> {
  const shared = isSharedRepository(name);
  const sizeBytes = await directorySize(path);
  return {
    ...{ kind: shared ? 'shared-clone' : 'unknown', path, sizeBytes, sessionId: null, sessionStatus: null },
    ...{ workItem: null, branch: null, state: null, createdAt: null },
    reason: shared ? null : 'not-recorded',
    detail: shared ? null : 'no session has it on record; look at it, and remove it by hand when nobody needs it',
  };
}

async function directoriesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function isDirectory(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}
