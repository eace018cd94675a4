import { join } from 'node:path';
import { AppConfig } from '../../src/config/app-config.js';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { SessionEntity } from '../../src/database/entities/session.entity.js';
import { SessionStates } from '../../src/sessions/session.states.js';
import { SessionStore } from '../../src/sessions/session.store.js';
import { parseWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { CheckoutDirectories } from '../../src/workspace/checkout.directories.js';
import { CheckoutInspector } from '../../src/workspace/checkout.inspector.js';
import { CheckoutMaker } from '../../src/workspace/checkout.maker.js';
import { CheckoutPlanner } from '../../src/workspace/checkout.planner.js';
import { CheckoutRemover } from '../../src/workspace/checkout.remover.js';
import { CheckoutWatch } from '../../src/workspace/checkout.watch.js';
import { GitClient } from '../../src/workspace/git.client.js';
import { type GitOptions, GitProcess } from '../../src/workspace/git.process.js';
import { HeadFinder } from '../../src/workspace/head.finder.js';
import { SharedRepositories } from '../../src/workspace/shared.repositories.js';
import { StandingCheckouts } from '../../src/workspace/standing.checkouts.js';
import { TreeReader } from '../../src/workspace/tree.facts.js';
import { TreeGuard } from '../../src/workspace/tree.guard.js';
import { WorkspaceListing } from '../../src/workspace/workspace.listing.js';
import { WorkspacePace } from '../../src/workspace/workspace.pace.js';
import { WorkspacePreparation } from '../../src/workspace/workspace.preparation.js';
import { WorkspaceReleasing } from '../../src/workspace/workspace.releasing.js';
import { WorkspaceService } from '../../src/workspace/workspace.service.js';
import type { Checkout, PrepareRequest, PullRequestHead } from '../../src/workspace/workspace-request.js';
import type { Refusal } from '../../src/workspace/workspace-refusal.js';
import { WorkspaceStore } from '../../src/workspace/workspace.store.js';
import type { GitWorld } from './git.world.js';
import { TemporaryDatabase } from './temporary-database.js';

/** The workspace room against a GitWorld: its services as the module wires them, over a database of their own. */
export class WorkspaceRoom {
  readonly config = new AppConfig();
  readonly service: WorkspaceService;
  readonly guard: TreeGuard;
  readonly store = new WorkspaceStore();
  readonly states = new SessionStates();
  private readonly sessions = new SessionStore();

  private constructor(
    readonly world: GitWorld,
    readonly database: TemporaryDatabase,
    options: Partial<GitOptions>,
  ) {
    const { transactions } = database;
    this.settings.root = join(world.folder, 'checkouts');
    const pace = new WorkspacePace({ refPausesMs: [10, 10], reportMs: 0 });
    const git = new GitClient(new GitProcess({ environment: world.environment, allowFile: true, ...options }));
    const directories = new CheckoutDirectories();
    const shared = new SharedRepositories(git, directories, pace);
    const inspector = new CheckoutInspector(git, shared, pace);
    const remover = new CheckoutRemover(git, directories, shared, pace);
    const trees = new TreeReader(git);
    const watch = new CheckoutWatch(directories, shared, trees, inspector, remover);
    const heads = new HeadFinder(transactions, this.store, git, pace);
    const maker = new CheckoutMaker(git, directories, shared, pace);
    const { config, store } = this;
    const standing = new StandingCheckouts(transactions, store, watch);
    const planner = new CheckoutPlanner(directories, heads, config);
    const preparation = new WorkspacePreparation(transactions, store, planner, standing, maker, watch);
    const releasing = new WorkspaceReleasing(transactions, store, watch, inspector, remover, config);
    const listing = new WorkspaceListing(transactions, store, directories, shared, git, config);
    this.service = new WorkspaceService(transactions, store, preparation, releasing, listing, pace);
    this.guard = new TreeGuard(transactions, store, trees);
  }

  static async open(world: GitWorld, options: Partial<GitOptions> = {}): Promise<WorkspaceRoom> {
    return new WorkspaceRoom(world, await TemporaryDatabase.open(), options);
  }

  get settings() {
    return this.config.webhooks.ghWebhook.routing.workspace;
  }

  /** An open session of the item; its directory is where it would be without a checkout. */
  session(workItem: string, cwd = join(this.world.folder, 'nowhere')): Promise<SessionEntity> {
    const ref = parseWorkItemRef(workItem);
    return this.database.transactions.run((tx) =>
      this.sessions.reserve(tx, { workItem: ref, repositoryId: null, harness: 'claude', cwd }),
    );
  }

  close(id: string): Promise<boolean> {
    return this.database.transactions.run((tx) => this.states.closed(tx, id, 'issue-closed'));
  }

  prepare(session: SessionEntity, head: PullRequestHead | null = null, more: Partial<PrepareRequest> = {}) {
    const workItem = parseWorkItemRef(session.workItem);
    return this.service.prepare({ sessionId: session.id, workItem, head, ...more });
  }

  async checkout(session: SessionEntity, head: PullRequestHead | null = null): Promise<Checkout> {
    const answer = await this.prepare(session, head);
    if (!answer.prepared) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
    return answer.checkout;
  }

  async refusal(session: SessionEntity, head: PullRequestHead | null = null): Promise<Refusal> {
    const answer = await this.prepare(session, head);
    if (answer.prepared) throw new Error(`It was prepared in ${answer.checkout.path}`);
    return answer.refusal;
  }

  async closeAndRelease(session: SessionEntity, more: { merged?: boolean; live?: boolean; discard?: boolean } = {}) {
    await this.close(session.id);
    return this.service.release({ sessionId: session.id, live: false, because: 'close', ...more });
  }

  async facts(): Promise<string[]> {
    const rows = await this.database.transactions.run((tx) => tx.many(ActivityEntity, {}, { by: 'seq' }));
    return rows.filter(({ name }) => name.startsWith('workspace.')).map(({ name, reason }) => `${name} ${reason}`);
  }

  end(): Promise<void> {
    return this.database.close();
  }
}
