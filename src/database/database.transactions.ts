import { Injectable } from '@nestjs/common';
import { isNativeError } from 'node:util/types';
import { DataSource } from 'typeorm';
import { ActivityFeed } from '../events/activity.feed.js';
import type { Activity } from '../events/activity.js';
import { DatabasePlace } from './database.place.js';
import { Tx } from './database.tx.js';
import type { SqliteEngine } from './sqlite.engine.js';
import { storeFault } from './sqlite-error.js';
import { StoreUnavailableError } from './store-unavailable.error.js';

/** How long a locked database is retried before its writers are told. The engine itself waits at most 50 ms at a time. */
const PATIENCE_MS = 8_000;
const RETRY_MS = 25;
/** One commit carries at most this many works, so that a burst cannot keep everybody waiting for the last of it. */
const MAX_BATCH = 64;

type Result = { ok: true; value: unknown } | { ok: false; error: Error };
interface Work {
  readonly body: (tx: Tx) => unknown;
  /** When it was handed in, on the monotonic clock. */
  readonly since: number;
  settle(result: Result): void;
}

/**
 * The one door for writes, serial for the whole process. TypeORM gives all callers one SQLite connection, so two
 * overlapping transactions silently become one and the rollback of either undoes both; nothing can overlap here.
 * Works that are waiting share one BEGIN IMMEDIATE … COMMIT and so one fsync, each in a savepoint of its own: one that
 * throws takes none of its neighbours with it. A work may run more than once and must touch nothing but its Tx.
 */
@Injectable()
export class Transactions {
  private readonly waiting: Work[] = [];
  private readonly place: DatabasePlace;
  private running = false;
  private inside = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ActivityFeed,
  ) {
    this.place = new DatabasePlace(dataSource.options.database as string);
  }

  /**
   * Runs the work and resolves with its answer once the commit is on disk; the facts it recorded have been announced by
   * then. Rejects with what the work threw, or with StoreUnavailableError when nothing could be committed.
   */
  run<T>(body: (tx: Tx) => T): Promise<T> {
    if (this.inside) throw new Error('transactions.run was called inside a transaction; hand the open one on instead');
    return new Promise<T>((resolve, reject) => {
      const settle = (result: Result): void => (result.ok ? resolve(result.value as T) : reject(result.error));
      this.waiting.push({ body, since: performance.now(), settle });
      if (!this.running) {
        this.running = true;
        setImmediate(() => void this.drain());
      }
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.commit(this.waiting.splice(0, MAX_BATCH));
      await this.gather();
    }
    this.running = false;
  }

  /** Between two commits the event loop takes in what has arrived, for as long as more arrives: all of it shares one sync. */
  private async gather(): Promise<void> {
    for (let before = -1; before < this.waiting.length && this.waiting.length < MAX_BATCH;) {
      before = this.waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private async commit(works: readonly Work[]): Promise<void> {
    for (let open = works; open.length > 0;) {
      try {
        return this.attempt(open);
      } catch (error) {
        if (storeFault(error) === 'busy') {
          open = stillPatient(open, error);
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        } else if (open.length > 1) {
          for (const work of open) await this.commit([work]);
          return;
        } else {
          return refuse(open, error);
        }
      }
    }
  }

  private attempt(works: readonly Work[]): void {
    const engine = this.engine;
    const announcements: Activity[] = [];
    let results: Result[];
    try {
      engine.prepared('BEGIN IMMEDIATE').run();
      results = works.map((work) => this.inSavepoint(engine, work, announcements));
      this.place.check();
      engine.prepared('COMMIT').run();
    } catch (error) {
      rollback(engine);
      throw error;
    }
    try {
      this.place.check();
    } catch (error) {
      return refuse(works, error); // moved in this very moment: nobody may rely on it, and it must not run again
    }
    this.feed.announce(announcements);
    results.forEach((result, index) => works[index]!.settle(result));
  }

  private inSavepoint(engine: SqliteEngine, work: Work, announcements: Activity[]): Result {
    const tx = new Tx(engine, this.dataSource, Date.now());
    engine.prepared('SAVEPOINT work').run();
    this.inside = true;
    try {
      const value = work.body(tx);
      if (value instanceof Promise) throw new Error('The work of a transaction must be synchronous');
      engine.prepared('RELEASE work').run();
      announcements.push(...tx.end());
      return { ok: true, value };
    } catch (error) {
      tx.end();
      const fault = storeFault(error);
      if (fault === 'busy' || fault === 'unavailable') throw error;
      engine.prepared('ROLLBACK TO work').run();
      engine.prepared('RELEASE work').run();
      return { ok: false, error: isNativeError(error) ? error : new Error(String(error)) };
    } finally {
      this.inside = false;
    }
  }

  private get engine(): SqliteEngine {
    return (this.dataSource.driver as unknown as { databaseConnection: SqliteEngine }).databaseConnection;
  }
}

/** Those that have waited long enough are told; the others try again. */
function stillPatient(works: readonly Work[], error: unknown): Work[] {
  const tooOld = performance.now() - PATIENCE_MS;
  refuse(
    works.filter(({ since }) => since <= tooOld),
    error,
  );
  return works.filter(({ since }) => since > tooOld);
}

function refuse(works: readonly Work[], error: unknown): void {
  for (const work of works) work.settle({ ok: false, error: new StoreUnavailableError(error) });
}

/** After a full disk SQLite has already rolled back; the first error is the one to report. */
function rollback(engine: SqliteEngine): void {
  try {
    engine.prepared('ROLLBACK').run();
  } catch {
    // nothing is open any more
  }
}
