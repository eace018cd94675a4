import { EventEmitter2 } from '@nestjs/event-emitter';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { databaseOptions, readOptions } from '../../src/database/database.options.js';
import { Transactions } from '../../src/database/database.transactions.js';
import { ActivityFeed } from '../../src/events/activity.feed.js';

/** A migrated database file in a folder of its own, opened as the server opens it. */
export class TemporaryDatabase {
  private constructor(
    readonly folder: string,
    readonly file: string,
    readonly dataSource: DataSource,
    readonly read: DataSource,
    readonly feed: ActivityFeed,
    readonly transactions: Transactions,
  ) {}

  static async open(): Promise<TemporaryDatabase> {
    const folder = mkdtempSync(join(tmpdir(), 'the-loop-test-'));
    const file = join(folder, 'the-loop.sqlite');
    const dataSource = await new DataSource({ ...databaseOptions(file), migrationsRun: true }).initialize();
    const read = await new DataSource(readOptions(file)).initialize();
    const feed = new ActivityFeed(new EventEmitter2());
    return new TemporaryDatabase(folder, file, dataSource, read, feed, new Transactions(dataSource, feed));
  }

  async close(): Promise<void> {
    await this.read.destroy();
    await this.dataSource.destroy();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
