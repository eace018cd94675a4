import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/database.transactions.js';
import { formatWorkItemRef } from '../sessions/work-item-ref.js';
import { overlap } from './checkout.directories.js';
import { branchOf, CheckoutMaker, type CheckoutPlan } from './checkout.maker.js';
import { CheckoutPlanner } from './checkout.planner.js';
import { CheckoutWatch } from './checkout.watch.js';
import { GitFailedError } from './git-failure.js';
import type { ProgressReport } from './progress.report.js';
import { plainLine } from './shown-text.js';
import { inUse, StandingCheckouts } from './standing.checkouts.js';
import { type Refusal, refusalOf, WorkspaceRefusedError } from './workspace-refusal.js';
import type { Checkout, Preparation, PrepareRequest } from './workspace-request.js';
import { type Wanted, WorkspaceStore } from './workspace.store.js';

/** From a request to a checkout that one session may work in, or to the reason why there is none. */
@Injectable()
export class WorkspacePreparation {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: WorkspaceStore,
    private readonly planner: CheckoutPlanner,
    private readonly standing: StandingCheckouts,
    private readonly maker: CheckoutMaker,
    private readonly watch: CheckoutWatch,
  ) {}

  async run(request: PrepareRequest, report: ProgressReport): Promise<Preparation> {
    try {
      const own = await this.standing.own(request);
      const { checkout, reused } = own ?? (await this.provide(request, await this.planner.plan(request, report)));
      return { prepared: true, checkout, reused };
    } catch (error) {
      const refusal = refusalFor(request, error);
      await this.tellFailure(request, refusal);
      return { prepared: false, refusal };
    }
  }

  private async provide(request: PrepareRequest, plan: CheckoutPlan): Promise<Provided> {
    const { sessionId, workItem } = request;
    const { path, strategy, foreignTree } = plan;
    await this.refuseShared(sessionId, path);
    const wanted: Wanted = { sessionId, workItem, path, branch: branchOf(plan), strategy, foreignTree };
    const claim = await this.transactions.run((tx) => this.store.claim(tx, wanted));
    if (claim.kind === 'taken') throw inUse(path, claim.by);
    const found = await this.standing.inPlace(plan, claim);
    if (found !== undefined) return this.handOut({ ...wanted, ...found.as }, found.checkout, true);

    const made = await this.maker.make({ ...plan, continueAt: claim.kind === 'ours' ? claim.continueAt : null });
    await this.watch.verify(plan, made);
    return this.handOut(wanted, { path, foreignTree, ...made }, false);
  }

  /** Compared as places, not as texts: a link or another spelling leads to the same tree. */
  private async refuseShared(sessionId: string, path: string): Promise<void> {
    const sessions = await this.transactions.run((tx) => this.store.openSessions(tx));
    for (const { id, workItem, cwd } of sessions) {
      if (id !== sessionId && (await overlap(path, cwd))) throw inUse(path, workItem);
    }
  }

  private async handOut(wanted: Wanted, checkout: Checkout, reused: boolean): Promise<Provided> {
    const { sessionId, strategy } = wanted;
    const workItem = formatWorkItemRef(wanted.workItem);
    await this.transactions.run((tx) => {
      this.store.ready(tx, wanted, checkout);
      const how = reused ? 'taken over' : strategy;
      tx.record({ name: 'workspace.prepared', sessionId, workItem, reason: `${how} on ${checkout.branch}` });
    });
    return { checkout, reused };
  }

  private tellFailure(request: PrepareRequest, { code, detail }: Refusal): Promise<void> {
    const { sessionId } = request;
    const workItem = formatWorkItemRef(request.workItem);
    return this.transactions.run((tx) => {
      this.store.failed(tx, sessionId, code, detail);
      tx.record({ name: 'workspace.failed', sessionId, workItem, reason: code, error: detail });
    });
  }
}

interface Provided {
  readonly checkout: Checkout;
  readonly reused: boolean;
}

function refusalFor({ workItem }: PrepareRequest, error: unknown): Refusal {
  if (error instanceof WorkspaceRefusedError || error instanceof GitFailedError) {
    return refusalOf(error.code, error.message);
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const act = `Cannot prepare a checkout for ${formatWorkItemRef(workItem)}`;
  return refusalOf(code === 'ENOSPC' ? 'disk-full' : 'git-failed', `${act}: ${plainLine(message ?? String(error))}`);
}
