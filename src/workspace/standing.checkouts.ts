import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/database.transactions.js';
import type { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { branchOf, type CheckoutPlan } from './checkout.maker.js';
import { CheckoutWatch } from './checkout.watch.js';
import type { Tree } from './tree.facts.js';
import { WorkspaceRefusedError } from './workspace-refusal.js';
import type { Checkout, PrepareRequest } from './workspace-request.js';
import { type Claim, type Wanted, WorkspaceStore } from './workspace.store.js';

export interface Standing {
  readonly checkout: Checkout;
  readonly as: Pick<Wanted, 'branch' | 'strategy' | 'foreignTree'>;
}

/** Checkouts that are there already: whose they are, and whether they may be handed out as they stand. */
@Injectable()
export class StandingCheckouts {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: WorkspaceStore,
    private readonly watch: CheckoutWatch,
  ) {}

  /** The session's own checkout, wherever it was made: a root or a name that changed since does not move it. */
  async own({ sessionId }: PrepareRequest): Promise<{ checkout: Checkout; reused: true } | undefined> {
    const row = await this.transactions.run((tx) => this.store.get(tx, sessionId));
    if (row?.state !== 'ready' || !(await this.watch.isThere(row.path))) return undefined;
    const tree = await this.watch.treeOf(row.path, row.strategy);
    if (tree.head === null) return undefined;
    await this.transactions.run((tx) => this.store.takenUp(tx, sessionId));
    return { checkout: standing(row, tree, tree.head).checkout, reused: true };
  }

  /** What is in the place that was claimed. Cleared where nothing is lost with it, so that it can be made anew. */
  async inPlace(plan: CheckoutPlan, claim: Exclude<Claim, { kind: 'taken' }>): Promise<Standing | undefined> {
    if (!(await this.watch.isThere(plan.path))) return undefined;
    const { row } = claim;
    const inherited = claim.kind === 'left-behind';
    if (!inherited && claim.before !== 'preparing' && claim.before !== 'failed') throw occupied(plan.path);
    const tree = await this.watch.treeOf(plan.path, row.strategy);
    // A pull request's checkout has to stand where its head is now; an issue's goes on as it was left.
    if ((!inherited || plan.head !== null) && (await this.watch.clear(row, tree))) return undefined;
    if (tree.head === null || (plan.head !== null && tree.branch !== branchOf(plan))) throw occupied(plan.path);
    return standing(row, tree, tree.head);
  }
}

export function inUse(path: string, holder: string): WorkspaceRefusedError {
  return new WorkspaceRefusedError('shared-worktree', `Cannot use "${path}": the session of ${holder} works there`);
}

function standing(row: WorkspaceEntity, tree: Tree, head: string): Standing {
  const { path, branch, strategy, foreignTree } = row;
  return {
    checkout: { path, branch: tree.branch ?? branch, head, foreignTree },
    as: { branch, strategy, foreignTree },
  };
}

function occupied(path: string): WorkspaceRefusedError {
  const sentence = `Cannot use "${path}": something else is there already; look at it and move it away`;
  return new WorkspaceRefusedError('occupied', sentence);
}
