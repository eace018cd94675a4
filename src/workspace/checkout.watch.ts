import { Injectable } from '@nestjs/common';
import { dirname } from 'node:path';
import type { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { CheckoutDirectories } from './checkout.directories.js';
import { CheckoutInspector } from './checkout.inspector.js';
import type { CheckoutPlan, Made } from './checkout.maker.js';
import { CheckoutRemover } from './checkout.remover.js';
import { stayOf } from './release-rule.js';
import { SharedRepositories } from './shared.repositories.js';
import { quoted } from './shown-text.js';
import { type Tree, TreeReader } from './tree.facts.js';
import { WorkspaceRefusedError } from './workspace-refusal.js';

/** Looks twice: what was made is what was asked for, and what is there is ours. */
@Injectable()
export class CheckoutWatch {
  constructor(
    private readonly directories: CheckoutDirectories,
    private readonly shared: SharedRepositories,
    private readonly trees: TreeReader,
    private readonly inspector: CheckoutInspector,
    private readonly remover: CheckoutRemover,
  ) {}

  /** Whether a checkout can be reached at its path, through directories only. Cut-off work beside it is cleared away. */
  async isThere(path: string): Promise<boolean> {
    const directory = dirname(path);
    await this.shared.sweep(directory, { cwd: directory, gitDir: this.shared.at(directory) });
    const parts = path.split('/');
    return (await this.directories.look(parts.slice(0, -4).join('/'), parts.slice(-4))) === 'directory';
  }

  /** A checkout on another commit or branch than the one asked for is worked on without anybody noticing. */
  async verify(plan: CheckoutPlan, made: Made): Promise<void> {
    const tree = await this.treeOf(plan.path, plan.strategy);
    if (tree.head === made.head && tree.branch === made.branch) return;
    throw new WorkspaceRefusedError(
      'head-mismatch',
      `Cannot use "${plan.path}": it stands on ${quoted(tree.branch ?? 'no branch')} at ${tree.head ?? 'no commit'} ` +
        `instead of ${quoted(made.branch)} at ${made.head}`,
    );
  }

  /** The tree in its place, when it is the one we make there. */
  async treeOf(path: string, strategy: 'worktree' | 'clone'): Promise<Tree> {
    const facts = await this.trees.read(path);
    const commonDir = strategy === 'clone' ? `${path}/.git` : this.shared.at(dirname(path));
    if (facts.kind === 'tree' && facts.path === path && facts.topLevel === path && facts.commonDir === commonDir)
      return facts;
    throw new WorkspaceRefusedError('unsafe-path', `Cannot use "${path}": it is not the checkout that was made there`);
  }

  /** Removes a checkout with which nothing is lost; false when somebody has worked in it. */
  async clear({ path, strategy, branch }: WorkspaceEntity, tree: Tree): Promise<boolean> {
    if (stayOf(await this.inspector.inspect(tree), []) !== undefined) return false;
    const nothing = { recordedHeads: [], forkRemote: null, discard: false };
    await this.remover.remove({ strategy, directory: dirname(path), path, branches: [branch], ...nothing });
    return true;
  }
}
