import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, type EntitySubscriberInterface, EventSubscriber } from 'typeorm';
import { failpoint } from '../config/failpoint.js';
import { backUp, backupsIn } from './database.backup.js';
import { databaseOptions } from './database.options.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { SqliteEngine } from './sqlite.engine.js';

/** The store cannot be used as it is; the start ends here, and nothing was changed. */
export class UnusableDatabaseError extends Error {
  constructor(
    readonly code: 'database-corrupt' | 'database-missing' | 'schema-newer',
    sentence: string,
  ) {
    super(sentence);
  }
}

export interface Opening {
  /** The copy made before migrations changed an existing database. */
  readonly backup: string | null;
  /** Names of the migrations that ran. */
  readonly migrated: readonly string[];
}

/**
 * Brings the database file into the shape this version works with, before anything else opens it: checked, never
 * started empty over a history, backed up before a migration changes it.
 */
export async function openDatabase(file: string, backups: string): Promise<Opening> {
  const exists = existsSync(file) && statSync(file).size > 0;
  if (exists) check(file, backups);
  else refuseEmptyOverHistory(file, backups);

  const pending = exists ? await pendingMigrations(file) : [];
  const backup = pending.length > 0 ? await backUp(file, backups) : null;
  const dataSource = await new DataSource({ ...databaseOptions(file), subscribers: [MigrationEnd] }).initialize();
  try {
    const migrated = await dataSource.runMigrations();
    return { backup, migrated: migrated.map((migration) => migration.name) };
  } finally {
    await dataSource.destroy();
  }
}

/** Everything of a migration is written, and nothing of it is committed. */
@EventSubscriber()
class MigrationEnd implements EntitySubscriberInterface {
  beforeTransactionCommit(): void {
    failpoint('in-migration');
  }
}

function check(file: string, backups: string): void {
  const found = damage(file);
  if (found === undefined) return;
  throw new UnusableDatabaseError(
    'database-corrupt',
    `Cannot open "${file}": it is damaged (${found}); ${restoring(file, backups)}`,
  );
}

function damage(file: string): string | undefined {
  let engine: SqliteEngine | undefined;
  try {
    engine = new SqliteEngine(file, { readonly: true, timeout: 5_000 });
    const [row] = engine.pragma('quick_check(1)') as { quick_check: string }[];
    return row?.quick_check === 'ok' ? undefined : (row?.quick_check ?? 'the check gave no answer');
  } catch (error) {
    return (error as Error).message;
  } finally {
    engine?.close();
  }
}

function refuseEmptyOverHistory(file: string, backups: string): void {
  if (backupsIn(backups).length === 0) return;
  throw new UnusableDatabaseError(
    'database-missing',
    `Cannot open "${file}": it is missing or empty, but there are backups of it; ${restoring(file, backups)}, ` +
      `or move "${backups}" away to begin with nothing`,
  );
}

function restoring(file: string, backups: string): string {
  const [newest] = backupsIn(backups);
  if (newest === undefined) return `move it away to begin with nothing (there is no backup in "${backups}")`;
  return `restore the last backup with: rm -f '${file}-wal' '${file}-shm' && cp '${join(backups, newest)}' '${file}'`;
}

/** Migrations this version has and the file does not. A file with migrations unknown here comes from a newer version. */
async function pendingMigrations(file: string): Promise<string[]> {
  const known = MIGRATIONS.map((migration) => migration.name);
  const engine = new SqliteEngine(file, { readonly: true, timeout: 5_000 });
  let applied: string[] = [];
  try {
    const tables = engine.prepare(`SELECT name FROM sqlite_master WHERE name = 'migrations'`).all();
    if (tables.length > 0) {
      applied = (engine.prepare('SELECT name FROM migrations').all() as { name: string }[]).map((row) => row.name);
    }
  } finally {
    engine.close();
  }
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    throw new UnusableDatabaseError(
      'schema-newer',
      `Cannot open "${file}": a newer version of the-loop wrote it (${newer.join(', ')}); use that version or a newer one`,
    );
  }
  return known.filter((name) => !applied.includes(name));
}
