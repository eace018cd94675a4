import { createRequire } from 'node:module';

/** What node:sqlite and @photostructure/sqlite have in common, as far as it is used here. */
interface NativeStatement {
  all(...parameters: unknown[]): unknown[];
  get(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  columns(): unknown[];
}
interface NativeDatabase {
  prepare(sql: string): NativeStatement;
  exec(sql: string): void;
  close(): void;
}
interface NativeModule {
  readonly DatabaseSync: new (path: string, options: { readOnly?: boolean; timeout?: number }) => NativeDatabase;
  backup(source: NativeDatabase, destination: string): Promise<number>;
}

/** A prepared statement in the shape TypeORM's better-sqlite3 driver expects; `reader` means it returns rows. */
export class SqliteStatement {
  readonly reader: boolean;

  constructor(private readonly native: NativeStatement) {
    this.reader = native.columns().length > 0;
  }

  all(...parameters: unknown[]): unknown[] {
    return this.native.all(...parameters);
  }

  get(...parameters: unknown[]): unknown {
    return this.native.get(...parameters);
  }

  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.native.run(...parameters);
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }
}

/**
 * The embedded database behind TypeORM's better-sqlite3 driver type: node:sqlite where it is good enough, else the
 * bundled N-API build of the same interface. See docs/decisions/0001-sqlite-engine.md.
 */
export class SqliteEngine {
  private readonly database: NativeDatabase;
  private readonly statements = new Map<string, SqliteStatement>();

  constructor(path: string, options: { readonly?: boolean; timeout?: number } = {}) {
    this.database = new (sqliteNative().module.DatabaseSync)(path, {
      readOnly: options.readonly ?? false,
      timeout: options.timeout ?? 50,
    });
  }

  prepare(sql: string): SqliteStatement {
    return new SqliteStatement(this.database.prepare(sql));
  }

  /** Prepares once and keeps the statement; for the fixed texts of our own stores only. */
  prepared(sql: string): SqliteStatement {
    let statement = this.statements.get(sql);
    if (statement === undefined) this.statements.set(sql, (statement = this.prepare(sql)));
    return statement;
  }

  exec(sql: string): this {
    this.database.exec(sql);
    return this;
  }

  pragma(text: string): unknown[] {
    const statement = this.prepare(`PRAGMA ${text}`);
    return statement.reader ? statement.all() : (statement.run(), []);
  }

  /** SQLite's online backup: a consistent copy, also while others write. */
  async backup(destination: string): Promise<void> {
    await sqliteNative().module.backup(this.database, destination);
  }

  /**
   * Leaves one file that is complete in itself. The log is written back here and not left to SQLite: the bundled engine
   * keeps a connection until its last statement has been collected, which at the end of a process is never.
   */
  close(): void {
    this.statements.clear();
    try {
      this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // read-only, locked or gone: the log stays, and the next opening reads it
    }
    this.database.close();
  }
}

export interface SqliteNative {
  readonly name: 'node:sqlite' | '@photostructure/sqlite';
  readonly version: string;
  readonly module: NativeModule;
}

let chosen: SqliteNative | undefined;

/** The engine this process uses, chosen once: by what it can do, never by the version of Node. */
export function sqliteNative(): SqliteNative {
  return (chosen ??= usable('node:sqlite', builtin()) ?? bundled());
}

function builtin(): NativeModule | undefined {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined; // node:sqlite announces itself as experimental on stderr in Node 22
  try {
    return process.getBuiltinModule('node:sqlite') as NativeModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The last resort: what it lacks is what nobody has. */
export function bundled(load: (name: string) => unknown = createRequire(import.meta.url)): SqliteNative {
  const name = '@photostructure/sqlite';
  let found: SqliteNative | undefined;
  try {
    found = usable(name, load(name) as NativeModule);
  } catch (error) {
    throw nothingUsable(`did not load (${(error as Error).message.split('\n', 1)[0]})`, error);
  }
  if (found === undefined) throw nothingUsable('is too old');
  return found;
}

/** node:sqlite before Node 22.16 has no `columns()`; SQLite before 3.51.3 can lose commits when a WAL is reset. */
function usable(name: SqliteNative['name'], module: NativeModule | undefined): SqliteNative | undefined {
  if (module === undefined) return undefined;
  const probe = new module.DatabaseSync(':memory:', {});
  try {
    const statement = probe.prepare('SELECT sqlite_version() AS version');
    const { version } = statement.get() as { version: string };
    const complete = typeof statement.columns === 'function' && typeof module.backup === 'function';
    return complete && hasWalResetFix(version) ? { name, version, module } : undefined;
  } finally {
    probe.close();
  }
}

function hasWalResetFix(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major !== 3) return major > 3;
  if (minor === 44) return patch >= 6;
  if (minor === 50) return patch >= 7;
  return minor > 51 || (minor === 51 && patch >= 3);
}

function nothingUsable(found: string, cause?: unknown): Error {
  return new Error(
    `Cannot open the database: Node ${process.version} brings no usable SQLite and the package @photostructure/sqlite ` +
      `${found}; use Node 24.12 or newer, or install without leaving out optional dependencies`,
    { cause },
  );
}
