import { Injectable } from '@nestjs/common';
import type { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { repositoryNames } from './checkout-name.js';
import { CheckoutDirectories } from './checkout.directories.js';
import { CheckoutInspector } from './checkout.inspector.js';
import { branchOf, type CheckoutPlan, type Made } from './checkout.maker.js';
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

  async isThere({ path, directory, workItem }: CheckoutPlan): Promise<boolean> {
    const root = rootOf(path);
    await this.shared.sweep(directory, { cwd: directory, gitDir: this.shared.at(directory) });
    return (await this.directories.look(root, [...repositoryNames(workItem), `${workItem.number}`])) === 'directory';
  }

  /** A checkout on another commit or branch than the one asked for is worked on without anybody noticing. */
  async verify(plan: CheckoutPlan, made: Made): Promise<void> {
    const tree = await this.treeOf(plan, plan.strategy);
    if (tree.head === made.head && tree.branch === made.branch) return;
    throw new WorkspaceRefusedError(
      'head-mismatch',
      `Cannot use "${plan.path}": it stands on ${quoted(tree.branch ?? 'no branch')} at ${tree.head ?? 'no commit'} ` +
        `instead of ${quoted(made.branch)} at ${made.head}`,
    );
  }

  /** The tree in its place, when it is the one we make there. */
  async treeOf(
    { path, directory }: Pick<CheckoutPlan, 'path' | 'directory'>,
    strategy: 'worktree' | 'clone',
  ): Promise<Tree> {
    const facts = await this.trees.read(path);
    const commonDir = strategy === 'clone' ? `${path}/.git` : this.shared.at(directory);
    if (facts.kind === 'tree' && facts.path === path && facts.topLevel === path && facts.commonDir === commonDir)
      return facts;
    throw new WorkspaceRefusedError('unsafe-path', `Cannot use "${path}": it is not the checkout that was made there`);
  }

  /** Removes what a crash left between the making and the handing out; false when somebody has worked in it. */
  async clear(plan: CheckoutPlan, row: WorkspaceEntity, tree: Tree): Promise<boolean> {
    if (stayOf(await this.inspector.inspect(tree), []) !== undefined) return false;
    const { strategy } = row;
    const { directory, path } = plan;
    const nothing = { recordedHeads: [], forkRemote: null, discard: false };
    await this.remover.remove({ strategy, directory, path, branches: [branchOf(plan)], ...nothing });
    return true;
  }
}

/** The workspace root of a checkout: above host, owner, repository and number. */
export function rootOf(path: string): string {
  return path.split('/').slice(0, -4).join('/');
}
