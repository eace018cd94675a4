import type { Transactions } from '../database/database.transactions.js';
import { formatWorkItemRef } from '../sessions/work-item-ref.js';
import { type GitProgress, readProgress } from './git-progress.js';
import type { PrepareRequest } from './workspace-request.js';

/** Tells how far a preparation is: the caller always, the activity when it takes long. */
export class ProgressReport {
  private told: number;

  constructor(
    private readonly request: PrepareRequest,
    private readonly transactions: Transactions,
    private readonly everyMs: number,
  ) {
    this.told = Date.now();
  }

  line(line: string): void {
    const progress = readProgress(line);
    if (progress === undefined) return;
    this.request.onProgress?.(progress);
    if (Date.now() - this.told < this.everyMs) return;
    this.told = Date.now();
    this.record(progress);
  }

  private record({ phase, percent }: GitProgress): void {
    const { sessionId } = this.request;
    const workItem = formatWorkItemRef(this.request.workItem);
    const reason = `${phase} ${percent}%`;
    // What cannot be stored is only progress.
    this.transactions
      .run((tx) => void tx.record({ name: 'workspace.preparing', sessionId, workItem, reason }))
      .catch(() => undefined);
  }
}
