import type { BetterSqlite3DataSourceOptions } from 'typeorm/driver/better-sqlite3/BetterSqlite3DataSourceOptions.js';
import { ENTITIES } from './entities/entities.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { SqliteEngine } from './sqlite.engine.js';

/** The engines are synchronous: a longer wait for a lock would stop the whole process. */
const BUSY_TIMEOUT_MS = 50;
/** Payloads of 20 kB push the pages of the indexes out of SQLite's default of 2 MB. */
const CACHE_KIB = 32_768;
/** 16 MB of log: a page that many commits change is written back once, and a checkpoint stalls the loop less often. */
const CHECKPOINT_PAGES = 4_096;

/** The writing source: WAL, and every commit synced to disk before it is acknowledged. */
export function databaseOptions(file: string): BetterSqlite3DataSourceOptions {
  return {
    ...common(file),
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    synchronize: false,
    enableWAL: true,
    prepareDatabase: (engine: SqliteEngine) => {
      engine.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      engine.pragma('synchronous = FULL'); // the bundled engine goes down to NORMAL in WAL, and a power cut then loses commits
      engine.pragma('temp_store = MEMORY'); // else what a savepoint could need to roll back is written to a file each time
      engine.pragma(`cache_size = -${CACHE_KIB}`);
      engine.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    },
  };
}

/** The reading source of the control plane: it sees committed rows only, and cannot write. */
export function readOptions(file: string): BetterSqlite3DataSourceOptions {
  return {
    ...common(file),
    readonly: true,
    prepareDatabase: (engine: SqliteEngine) => {
      engine.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      engine.pragma('query_only = ON');
    },
  };
}

function common(file: string) {
  return {
    type: 'better-sqlite3' as const,
    driver: SqliteEngine,
    database: file,
    timeout: BUSY_TIMEOUT_MS,
    entities: ENTITIES,
  };
}
