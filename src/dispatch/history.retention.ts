import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { AppConfig } from '../config/app-config.js';
import type { Tx } from '../database/database.tx.js';
import { Transactions } from '../database/database.transactions.js';
import { LOGGER } from '../events/logger.token.js';
import { type HistoryLimits, historyLimits } from './history-limits.js';
import { HistoryStore } from './history.store.js';
import { type RunDirectory, RunDirectories } from './run.directories.js';

const FIRST_AFTER_MS = 5 * 60_000;
const EVERY_MS = 60 * 60_000;
/** Run directories hold whole outputs; beyond so many the oldest that are over go before their time. */
const MOST_RUNS = 2_000;
/** Dispatches looked up in one transaction. */
const AT_ONCE = 500;

export interface Pruned {
  readonly deliveries: number;
  readonly dispatches: number;
  readonly facts: number;
  readonly runs: number;
}

/** Keeps the past within bounds, by age and by number, a little at a time. */
@Injectable()
export class HistoryRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private present: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly history: HistoryStore,
    private readonly directories: RunDirectories,
    private readonly config: AppConfig,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.plan(FIRST_AFTER_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.present;
  }

  /** Removes everything that may go now. */
  async prune(mostRuns = MOST_RUNS): Promise<Pruned> {
    const limits = historyLimits(Date.now(), this.config.state.retainDays);
    return {
      // First, while it is still known which of them are over.
      runs: await this.pruneRuns(limits, mostRuns),
      deliveries: await this.pruneDeliveries(limits),
      dispatches: await this.allOf((tx) => this.history.pruneDispatches(tx, limits)),
      facts: await this.allOf((tx) => this.history.pruneFacts(tx, limits)),
    };
  }

  private async pruneDeliveries(limits: HistoryLimits): Promise<number> {
    let all = 0;
    for (let after: number | null = 0; after !== null && !this.stopped;) {
      const from: number = after;
      const part = await this.transactions.run((tx) => this.history.pruneDeliveries(tx, limits, from));
      all += part.removed;
      after = part.next;
    }
    return all;
  }

  private async allOf(some: (tx: Tx) => number): Promise<number> {
    let all = 0;
    while (!this.stopped) {
      const removed = await this.transactions.run(some);
      if (removed === 0) break;
      all += removed;
    }
    return all;
  }

  private async pruneRuns(limits: HistoryLimits, most: number): Promise<number> {
    const found = await this.directories.list();
    let removed = 0;
    for (let from = 0; from < found.length && !this.stopped; from += AT_ONCE) {
      const some = found.slice(from, from + AT_ONCE);
      const ids = some.map(({ id }) => id);
      const ends = await this.transactions.run((tx) => this.history.endsOf(tx, ids));
      for (const [place, run] of some.entries()) {
        const goes = mayGo(run, ends.get(run.id), limits, from + place >= most);
        if (goes && (await this.directories.remove(run.id))) removed += 1;
      }
    }
    return removed;
  }

  private plan(afterMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.present = this.round().finally(() => this.plan(EVERY_MS));
    }, afterMs);
    this.timer.unref();
  }

  private async round(): Promise<void> {
    try {
      const pruned = await this.prune();
      if (Object.values(pruned).some((number) => number > 0)) this.log.info(pruned, 'Removed what is old');
    } catch (err) {
      this.log.warn({ err }, 'What is old could not be removed; it is tried again in an hour');
    }
  }
}

/** A directory whose dispatch nobody knows belongs to an earlier database: it goes by its own age. */
function mayGo(run: RunDirectory, end: number | null | undefined, limits: HistoryLimits, isSurplus: boolean): boolean {
  if (end === undefined) return run.changedAt < limits.oldBefore;
  return end !== null && (isSurplus || end < limits.oldBefore);
}
