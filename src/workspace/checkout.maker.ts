import { Injectable } from '@nestjs/common';
import { rename } from 'node:fs/promises';
import { formatWorkItemRef, type WorkItemRef } from '../sessions/work-item-ref.js';
import { CheckoutDirectories } from './checkout.directories.js';
import { type Asked, GitClient } from './git.client.js';
import { foldingTwin, headRef, trackingRef } from './ref-name.js';
import { refuseBadName, RemoteRepository } from './remote.repository.js';
import { SharedRepositories } from './shared.repositories.js';
import { quoted } from './shown-text.js';
import { WorkspacePace } from './workspace.pace.js';
import { WorkspaceRefusedError } from './workspace-refusal.js';
import type { KnownHead } from './workspace-request.js';

export interface CheckoutPlan {
  readonly workItem: WorkItemRef;
  readonly head: KnownHead | null;
  readonly strategy: 'worktree' | 'clone';
  /** Real path of the repository's directory, and of the checkout in it, where nothing is yet. */
  readonly directory: string;
  readonly path: string;
  readonly url: string;
  /** Where the head's owner pushes, when that is a fork that still exists. */
  readonly forkUrl: string | null;
  /** The head is a stranger's. */
  readonly foreignTree: boolean;
  /** Where an earlier checkout of the item stood when it was released; its work goes on there. */
  readonly continueAt: string | null;
  readonly asked: Pick<Asked, 'signal' | 'onLine'>;
}

export interface Made {
  readonly branch: string;
  readonly head: string;
}

/** The branch a checkout stands on: an item's own, the head of a pull request, or a local name for a fork's head. */
export function branchOf({ workItem, head }: Pick<CheckoutPlan, 'workItem' | 'head'>): string {
  if (head === null) return `the-loop/issue-${workItem.number}`;
  return head.fork === null ? head.branch : `the-loop/pr-${workItem.number}`;
}

/** Makes a checkout beside its place and moves it there when it is whole. */
@Injectable()
export class CheckoutMaker {
  constructor(
    private readonly git: GitClient,
    private readonly directories: CheckoutDirectories,
    private readonly shared: SharedRepositories,
    private readonly pace: WorkspacePace,
  ) {}

  async make(plan: CheckoutPlan): Promise<Made> {
    if (plan.head !== null) refuseBadName(plan.head.branch);
    const unfinished = this.directories.unfinished(plan.path, 'preparing');
    try {
      return await (plan.strategy === 'clone' ? this.clone(plan, unfinished) : this.worktree(plan, unfinished));
    } catch (error) {
      await this.directories.remove(unfinished).catch(() => undefined); // swept by the next attempt
      throw error;
    }
  }

  private async worktree(plan: CheckoutPlan, unfinished: string): Promise<Made> {
    const place = await this.shared.open(plan.directory, plan.url, plan.asked);
    const branch = branchOf(plan);
    const commit = await this.startingPoint(plan, place, await this.target(plan, place));
    const tree = { ...place, timeoutMs: this.pace.treeMs, filters: await this.git.filters(place) };
    const where = ['--no-track', '-B', branch, '--', unfinished, commit];
    await this.git.order(`make a worktree of ${plan.url}`, tree, 'worktree', 'add', '--quiet', ...where);
    await this.follow(plan, place);
    await rename(unfinished, plan.path);
    await this.git.order(`finish the worktree "${plan.path}"`, place, 'worktree', 'repair', '--', plan.path);
    return { branch, head: commit };
  }

  private async clone(plan: CheckoutPlan, unfinished: string): Promise<Made> {
    const { asked, directory, url } = plan;
    for (const path of await this.directories.leftovers(directory)) await this.directories.remove(path);
    const network = { ...asked, cwd: directory, timeoutMs: this.pace.networkMs, silenceMs: this.pace.silenceMs };
    const how = ['--progress', '--no-checkout', '--no-local', '--origin=origin', '--no-recurse-submodules'];
    await this.git.order(`clone ${url}`, network, 'clone', ...how, '--', url, unfinished);

    const place: Asked = { ...asked, cwd: unfinished, gitDir: `${unfinished}/.git` };
    const branch = branchOf(plan);
    const commit = await this.startingPoint(plan, place, await this.target(plan, place));
    const tree: Asked = {
      ...asked,
      cwd: unfinished,
      timeoutMs: this.pace.treeMs,
      filters: await this.git.filters(place),
    };
    const where = ['--no-track', '-B', branch, commit, '--'];
    await this.git.order(`check out ${quoted(branch)} of ${url}`, tree, 'checkout', '--quiet', ...where);
    await this.follow(plan, place);
    await rename(unfinished, plan.path);
    return { branch, head: commit };
  }

  /** What the remote has, and the event told of. */
  private async target({ workItem, head, url }: CheckoutPlan, place: Asked): Promise<string> {
    const remote = new RemoteRepository(this.git, place, url, this.pace);
    if (head === null) return (await remote.defaultBranch()).commit;
    if (head.fork === null) {
      const what = `branch ${quoted(head.branch)} of ${formatWorkItemRef(workItem)}`;
      return remote.head({ source: headRef(head.branch), target: trackingRef(head.branch), commit: head.sha, what });
    }
    // GitHub shows the head of every pull request in the base repository: a fork's own URL is not needed to read it.
    const source = `refs/pull/${workItem.number}/head`;
    const target = trackingRef(head.branch, remoteOfFork(workItem));
    return remote.head({ source, target, commit: head.sha, what: `the head of ${formatWorkItemRef(workItem)}` });
  }

  /**
   * Where our branch begins. A branch of that name that is here already is gone over only when nothing on it would be
   * lost, and goes on when it is the item's own; one that another tree stands on is never shared.
   */
  private async startingPoint(plan: CheckoutPlan, place: Asked, target: string): Promise<string> {
    const branch = branchOf(plan);
    const twin = foldingTwin(branch, await this.branches(place));
    if (twin !== undefined) {
      const found = `${quoted(twin)} is here and differs in letter case only`;
      throw new WorkspaceRefusedError('name-collision', `Cannot make branch ${quoted(branch)}: ${found}`);
    }
    if (plan.strategy === 'worktree') {
      const holder = (await this.shared.trees(place)).find((tree) => tree.branch === headRef(branch));
      if (holder !== undefined) {
        const sentence = `Cannot check out branch ${quoted(branch)}: "${holder.path}" stands on it`;
        throw new WorkspaceRefusedError('branch-in-use', sentence);
      }
      const tip = await this.git.commitAt(place, headRef(branch));
      if (tip !== undefined && !(await this.git.isWithin(place, tip, target)))
        return this.goingOn(plan, place, tip, target);
    }
    const { continueAt } = plan;
    if (plan.head !== null || continueAt === null) return target;
    const known = await this.git.commitAt(place, continueAt);
    return known === undefined || (await this.git.isWithin(place, known, target)) ? target : known;
  }

  private async goingOn(plan: CheckoutPlan, place: Asked, tip: string, target: string): Promise<string> {
    if (plan.head === null) return tip;
    if (await this.git.isOnRemote(place, tip)) return target;
    throw new WorkspaceRefusedError(
      'branch-has-own-commits',
      `Cannot check out branch ${quoted(branchOf(plan))}: the shared clone has commits on it that are on no remote ` +
        `(${tip.slice(0, 12)}); push them, or delete the branch in "${place.gitDir}"`,
    );
  }

  private async branches(place: Asked): Promise<string[]> {
    const listed = (await this.git.read(place, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/')) ?? '';
    return listed.split('\n').filter((name) => name !== '');
  }

  /** Lets a plain `git push` go where the pull request comes from. */
  private async follow({ workItem, head, forkUrl }: CheckoutPlan, place: Asked): Promise<void> {
    if (head === null) return;
    const branch = branchOf({ workItem, head });
    const set = (key: string, value: string) =>
      this.git.order(`set up branch ${quoted(branch)}`, place, 'config', '--replace-all', key, value);
    if (head.fork === null) {
      await set(`branch.${branch}.remote`, 'origin');
      await set(`branch.${branch}.merge`, headRef(head.branch));
    } else if (forkUrl !== null) {
      const remote = remoteOfFork(workItem);
      await set(`remote.${remote}.url`, forkUrl);
      await set(`remote.${remote}.fetch`, `+${headRef(head.branch)}:${trackingRef(head.branch, remote)}`);
      await set(`remote.${remote}.push`, `${headRef(branch)}:${headRef(head.branch)}`);
      await set(`branch.${branch}.remote`, remote);
      await set(`branch.${branch}.merge`, headRef(head.branch));
    }
  }
}

function remoteOfFork(workItem: WorkItemRef): string {
  return `pr-${workItem.number}`;
}
