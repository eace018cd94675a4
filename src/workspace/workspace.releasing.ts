import { Injectable } from '@nestjs/common';
import { dirname } from 'node:path';
import { AppConfig } from '../config/app-config.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import type { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';
import { CheckoutInspector } from './checkout.inspector.js';
import { CheckoutRemover, type Removal } from './checkout.remover.js';
import { CheckoutWatch } from './checkout.watch.js';
import { GitFailedError } from './git-failure.js';
import { type Stay, stayOf } from './release-rule.js';
import { plainLine } from './shown-text.js';
import { WorkspaceRefusedError } from './workspace-refusal.js';
import type { Release, ReleaseRequest } from './workspace-request.js';
import { WorkspaceStore } from './workspace.store.js';

/** Lets a checkout go when nothing is lost with it, and says why it stays otherwise. */
@Injectable()
export class WorkspaceReleasing {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: WorkspaceStore,
    private readonly watch: CheckoutWatch,
    private readonly inspector: CheckoutInspector,
    private readonly remover: CheckoutRemover,
    private readonly config: AppConfig,
  ) {}

  async run(request: ReleaseRequest): Promise<Release> {
    const { row, heads, held } = await this.transactions.run((tx) => ({
      row: this.store.get(tx, request.sessionId),
      heads: this.store.recordedHeads(tx, request.sessionId),
      held: this.heldBack(tx, request),
    }));
    if (row === undefined || (row.state !== 'ready' && row.state !== 'preparing')) return NOTHING;
    return held === undefined ? this.attempt(request, row, heads) : this.keep(row, held);
  }

  /** What keeps it whatever is in it. */
  private heldBack(tx: Tx, request: ReleaseRequest): Stay | undefined {
    const { sessionId, live, because } = request;
    if (live || this.store.isLive(tx, sessionId)) {
      return { reason: 'live-run', detail: 'may have a turn running in it' };
    }
    const status = this.store.statusOf(tx, sessionId) ?? 'closed';
    if (status !== 'closed' && status !== 'closing') {
      return { reason: 'session-open', detail: `belongs to a session that is ${status}; close that first` };
    }
    const { keepCheckoutOnClose } = this.config.webhooks.ghWebhook.routing.workspace;
    if (because !== 'close' || !keepCheckoutOnClose) return undefined;
    return { reason: 'kept-by-configuration', detail: 'is kept by routing.workspace.keepCheckoutOnClose' };
  }

  private async attempt(request: ReleaseRequest, row: WorkspaceEntity, heads: readonly string[]): Promise<Release> {
    const removal = removalOf(row, heads, request.discard === true);
    try {
      if (!(await this.watch.isThere(row.path))) return await this.gone(row, removal);
      const tree = await this.watch.treeOf(row.path, row.strategy);
      // Looking takes a while, and the session may have been opened again meanwhile.
      const stay =
        (removal.discard ? undefined : stayOf(await this.inspector.inspect(tree), heads)) ??
        (await this.transactions.run((tx) => this.heldBack(tx, request)));
      if (stay !== undefined) return await this.keep(row, stay);
      const current = tree.branch === null ? [] : [tree.branch];
      const branches = await this.remover.remove({ ...removal, branches: [...removal.branches, ...current] });
      return await this.done(row, { tree: 'removed', branches, stays: null }, tree.head, request.merged !== true);
    } catch (error) {
      return this.keep(row, stayBecauseOf(error));
    }
  }

  /** Somebody took it away: nothing is left to lose, and git forgets it. */
  private async gone(row: WorkspaceEntity, removal: Removal): Promise<Release> {
    const branches = await this.remover.forget(removal);
    return this.done(row, { tree: 'gone', branches, stays: null }, row.head, false);
  }

  private async done(row: WorkspaceEntity, release: Release, head: string | null, unmerged: boolean): Promise<Release> {
    const { sessionId, workItem } = row;
    await this.transactions.run((tx) => {
      this.store.released(tx, sessionId, head, unmerged);
      tx.record({ name: 'workspace.released', sessionId, workItem, reason: release.tree });
    });
    return release;
  }

  private async keep(row: WorkspaceEntity, stay: Stay): Promise<Release> {
    const { sessionId, workItem, path } = row;
    const error = `"${path}" stays: it ${stay.detail}`;
    await this.transactions.run((tx) => {
      if (stay.reason === 'session-open') return;
      if (this.store.stays(tx, sessionId, stay.reason, stay.detail))
        tx.record({ name: 'workspace.kept', sessionId, workItem, reason: stay.reason, error });
    });
    return { tree: 'stays', branches: [], stays: stay };
  }
}

const NOTHING: Release = { tree: 'none', branches: [], stays: null };

function removalOf(row: WorkspaceEntity, recordedHeads: readonly string[], discard: boolean): Removal {
  const { path, strategy, branch } = row;
  const { number } = parseWorkItemRef(row.workItem);
  const forkRemote = branch === `the-loop/pr-${number}` ? `pr-${number}` : null;
  return { strategy, path, directory: dirname(path), branches: [branch], recordedHeads, forkRemote, discard };
}

function stayBecauseOf(error: unknown): Stay {
  if (error instanceof WorkspaceRefusedError)
    return { reason: 'not-our-tree', detail: `was not touched: ${error.message}` };
  const reason =
    error instanceof GitFailedError && error.act.startsWith('remove ') ? 'could-not-remove' : 'could-not-look';
  const what = reason === 'could-not-look' ? 'could not be looked at' : 'could not be removed';
  return { reason, detail: `${what}: ${plainLine(error instanceof Error ? error.message : String(error))}` };
}
