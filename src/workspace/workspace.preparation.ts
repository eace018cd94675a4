import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { AppConfig } from '../config/app-config.js';
import { Transactions } from '../database/database.transactions.js';
import { formatWorkItemRef, repositoryKey } from '../sessions/work-item-ref.js';
import { repositoryNames } from './checkout-name.js';
import { CheckoutDirectories, overlap } from './checkout.directories.js';
import { branchOf, CheckoutMaker, type CheckoutPlan } from './checkout.maker.js';
import { CheckoutWatch } from './checkout.watch.js';
import { cloneUrl } from './clone-url.js';
import { forkRule } from './fork-rule.js';
import { GitFailedError } from './git-failure.js';
import { HeadFinder } from './head.finder.js';
import type { ProgressReport } from './progress.report.js';
import { refuseBadName } from './remote.repository.js';
import { plainLine } from './shown-text.js';
import { type Refusal, refusalOf, WorkspaceRefusedError } from './workspace-refusal.js';
import type { Checkout, KnownHead, Preparation, PrepareRequest } from './workspace-request.js';
import { type Claim, type Wanted, WorkspaceStore } from './workspace.store.js';

/** From a request to a checkout that one session may work in, or to the reason why there is none. */
@Injectable()
export class WorkspacePreparation {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: WorkspaceStore,
    private readonly directories: CheckoutDirectories,
    private readonly heads: HeadFinder,
    private readonly maker: CheckoutMaker,
    private readonly watch: CheckoutWatch,
    private readonly config: AppConfig,
  ) {}

  async run(request: PrepareRequest, report: ProgressReport): Promise<Preparation> {
    try {
      const plan = await this.plan(request, report);
      const { checkout, reused } = await this.provide(request, plan);
      return { prepared: true, checkout, reused };
    } catch (error) {
      const refusal = refusalFor(request, error);
      await this.tellFailure(request, refusal);
      return { prepared: false, refusal };
    }
  }

  private async plan(request: PrepareRequest, report: ProgressReport): Promise<CheckoutPlan & { foreign: boolean }> {
    const { workItem, signal } = request;
    const { root, strategy, cloneProtocol } = this.settings;
    if (root === '')
      throw new WorkspaceRefusedError('no-root', 'routing.workspace.root is empty: no checkouts are made');
    if (request.head !== null && request.head.branch !== null) refuseBadName(request.head.branch);
    const directory = await this.directories.open(root, repositoryNames(workItem));
    const url = cloneUrl(cloneProtocol, workItem);
    const asked = { signal, onLine: (line: string) => report.line(line) };
    const head = request.head && (await this.heads.complete(workItem, request.head, url, { ...asked, cwd: directory }));
    const foreign = this.admit(request, head);
    if (head !== null) refuseBadName(head.branch);
    const forkUrl = head?.fork?.owner && head.fork.repo ? cloneUrl(cloneProtocol, named(head.fork)) : null;
    const path = join(directory, `${workItem.number}`);
    return { workItem, head, strategy, directory, path, url, forkUrl, continueAt: null, asked, foreign };
  }

  /** Whether the tree will be a stranger's. */
  private admit({ workItem }: PrepareRequest, head: KnownHead | null): boolean {
    const { selfLogins, authorizedUsers } = this.routing;
    const { allowForks } = this.settings;
    const { allowed, foreignTree } = forkRule(head?.fork ?? null, { allowForks, selfLogins, authorizedUsers });
    if (allowed) return foreignTree;
    throw new WorkspaceRefusedError(
      'fork-not-allowed',
      `Cannot check out ${formatWorkItemRef(workItem)}: its head is in a fork of ${head?.fork?.owner ?? 'an unknown account'}; ` +
        "routing.workspace.allowForks lets strangers' code in",
    );
  }

  private async provide(request: PrepareRequest, plan: CheckoutPlan & { foreign: boolean }): Promise<Provided> {
    const { sessionId, workItem } = request;
    const { path, strategy, foreign: foreignTree } = plan;
    await this.refuseShared(sessionId, path);
    const wanted: Wanted = { sessionId, workItem, path, branch: branchOf(plan), strategy, foreignTree };
    const claim = await this.transactions.run((tx) => this.store.claim(tx, wanted));
    const found = await this.existing(plan, claim);
    if (found !== undefined) return this.handOut(request, { ...wanted, ...found.as }, found.checkout, true);

    const continueAt = claim.kind === 'ours' ? claim.continueAt : null;
    const made = await this.maker.make({ ...plan, continueAt });
    await this.watch.verify(plan, made);
    return this.handOut(request, wanted, { path, foreignTree, ...made }, false);
  }

  /** What is in the place already. Clears it where nobody ever worked, so that it can be made anew. */
  private async existing(plan: CheckoutPlan, claim: Claim): Promise<Existing | undefined> {
    if (claim.kind === 'taken') throw shared(plan.path, claim.by);
    const there = await this.watch.isThere(plan);
    if (!there) return undefined;
    const { row } = claim;
    const settled = claim.kind === 'left-behind' || claim.before === 'ready';
    if (!settled && claim.before !== 'preparing' && claim.before !== 'failed') throw occupied(plan.path);
    const tree = await this.watch.treeOf(plan, row.strategy);
    if (!settled && (await this.watch.clear(plan, row, tree))) return undefined;
    if (tree.head === null || (claim.kind === 'left-behind' && tree.branch !== branchOf(plan)))
      throw occupied(plan.path);
    const { branch, strategy, foreignTree } = row;
    const checkout = { path: plan.path, branch: tree.branch ?? branch, head: tree.head, foreignTree };
    return { checkout, as: { branch, strategy, foreignTree } };
  }

  private async refuseShared(sessionId: string, path: string): Promise<void> {
    const sessions = await this.transactions.run((tx) => this.store.openSessions(tx));
    for (const { id, workItem, cwd } of sessions) {
      if (id !== sessionId && (await overlap(path, cwd))) throw shared(path, workItem);
    }
  }

  private async handOut(
    request: PrepareRequest,
    wanted: Wanted,
    checkout: Checkout,
    reused: boolean,
  ): Promise<Provided> {
    const { sessionId } = request;
    const workItem = formatWorkItemRef(request.workItem);
    await this.transactions.run((tx) => {
      this.store.ready(tx, wanted, checkout);
      if (!reused)
        tx.record({
          name: 'workspace.prepared',
          sessionId,
          workItem,
          reason: `${wanted.strategy} on ${checkout.branch}`,
        });
    });
    return { checkout, reused };
  }

  private tellFailure({ sessionId, workItem }: PrepareRequest, { code, detail }: Refusal): Promise<void> {
    return this.transactions.run((tx) => {
      this.store.failed(tx, sessionId, code, detail);
      tx.record({
        name: 'workspace.failed',
        sessionId,
        workItem: formatWorkItemRef(workItem),
        reason: code,
        error: detail,
      });
    });
  }

  private get routing() {
    return this.config.webhooks.ghWebhook.routing;
  }

  private get settings() {
    return this.routing.workspace;
  }
}

interface Provided {
  readonly checkout: Checkout;
  readonly reused: boolean;
}

interface Existing {
  readonly checkout: Checkout;
  readonly as: Pick<Wanted, 'branch' | 'strategy' | 'foreignTree'>;
}

function named(fork: { owner: string | null; repo: string | null }): { owner: string; repo: string } {
  return { owner: fork.owner ?? '', repo: fork.repo ?? '' };
}

function shared(path: string, holder: string): WorkspaceRefusedError {
  return new WorkspaceRefusedError('shared-worktree', `Cannot use "${path}": the session of ${holder} works there`);
}

function occupied(path: string): WorkspaceRefusedError {
  return new WorkspaceRefusedError(
    'occupied',
    `Cannot use "${path}": something else is there already; look at it and move it away`,
  );
}

function refusalFor({ workItem }: PrepareRequest, error: unknown): Refusal {
  if (error instanceof WorkspaceRefusedError || error instanceof GitFailedError)
    return refusalOf(error.code, error.message);
  const { code, message } = error as NodeJS.ErrnoException;
  const what = `Cannot prepare a checkout for "${repositoryKey(workItem)}#${workItem.number}"`;
  return refusalOf(code === 'ENOSPC' ? 'disk-full' : 'git-failed', `${what}: ${plainLine(message ?? String(error))}`);
}
