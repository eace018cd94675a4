import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/database.transactions.js';
import type { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { repositoryKey } from '../sessions/work-item-ref.js';
import { ProgressReport } from './progress.report.js';
import { RepositoryQueue } from './repository.queue.js';
import { WorkspaceListing, type WorkspaceView } from './workspace.listing.js';
import { WorkspacePace } from './workspace.pace.js';
import { WorkspacePreparation } from './workspace.preparation.js';
import { WorkspaceReleasing } from './workspace.releasing.js';
import type { Preparation, PrepareRequest, Release, ReleaseRequest } from './workspace-request.js';
import { WorkspaceStore } from './workspace.store.js';

export interface Pruning {
  readonly releases: readonly ({ readonly sessionId: string; readonly path: string } & Release)[];
  /** Shared clones that nobody used any more. */
  readonly clones: readonly string[];
}

/** Checkouts of our own, each owned by exactly one session. */
@Injectable()
export class WorkspaceService {
  private readonly queue = new RepositoryQueue();

  constructor(
    private readonly transactions: Transactions,
    private readonly store: WorkspaceStore,
    private readonly preparation: WorkspacePreparation,
    private readonly releasing: WorkspaceReleasing,
    private readonly listing: WorkspaceListing,
    private readonly pace: WorkspacePace,
  ) {}

  /** The checkout of a session: made, or as it stands. May be asked again at any time; a crash half-way is gone over. */
  prepare(request: PrepareRequest): Promise<Preparation> {
    return this.queue.run(repositoryKey(request.workItem), () => {
      const report = new ProgressReport(request, this.transactions, this.pace.reportMs);
      return this.preparation.run(request, report);
    });
  }

  /** The checkout on record for a session, while it is there. */
  async of(sessionId: string): Promise<WorkspaceEntity | undefined> {
    const row = await this.transactions.run((tx) => this.store.get(tx, sessionId));
    return row?.state === 'ready' ? row : undefined;
  }

  async release(request: ReleaseRequest): Promise<Release> {
    const row = await this.transactions.run((tx) => this.store.get(tx, request.sessionId));
    return this.queue.run(row?.repositoryKey ?? '', () => this.releasing.run(request));
  }

  list(): Promise<WorkspaceView[]> {
    return this.listing.list();
  }

  /** Releases what closed sessions left and the rule lets go; removes what cut-off work left. */
  async prune(isLive: (sessionId: string) => boolean): Promise<Pruning> {
    const left = await this.transactions.run((tx) =>
      this.store.standing(tx).filter(({ sessionId }) => (this.store.statusOf(tx, sessionId) ?? 'closed') === 'closed'),
    );
    const releases: Pruning['releases'][number][] = [];
    for (const { sessionId, path } of left) {
      const release = await this.release({ sessionId, live: isLive(sessionId), because: 'owner' });
      releases.push({ sessionId, path, ...release });
    }
    const clones: string[] = [];
    for (const { key, directory } of await this.listing.repositories()) {
      clones.push(...(await this.queue.run(key, () => this.listing.tidy(key, directory))));
    }
    return { releases, clones };
  }
}
