import type { BetterSqlite3DataSourceOptions } from 'typeorm/driver/better-sqlite3/BetterSqlite3DataSourceOptions.js';
import { ENTITIES } from './entities/entities.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { SqliteEngine } from './sqlite.engine.js';

/** The engines are synchronous: a longer wait for a lock would stop the whole process. */
const BUSY_TIMEOUT_MS = 50;

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
