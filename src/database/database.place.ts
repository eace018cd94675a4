import { statSync } from 'node:fs';

/** The path of the database no longer leads to the file that is open. */
export class StoreMovedError extends Error {
  readonly code = 'store-moved';

  constructor(readonly file: string) {
    super(
      `"${file}" was moved, deleted or replaced while the server works with it; put the old file back, or stop the ` +
        'server before you bring another one',
    );
  }
}

/**
 * Where the database stands. SQLite keeps its files open: it goes on writing into one that has been moved or deleted,
 * and reports success for what nobody will find again.
 */
export class DatabasePlace {
  private readonly seen = new Map<string, string>();
  private readonly files: readonly string[];

  constructor(database: string) {
    this.files = database === ':memory:' ? [] : [database, `${database}-wal`];
  }

  /** Inside a transaction, when both files are certain to be open. Throws StoreMovedError. */
  check(): void {
    for (const file of this.files) {
      const found = statSync(file, { throwIfNoEntry: false });
      const identity = found && `${found.dev} ${found.ino}`;
      const before = this.seen.get(file) ?? identity;
      if (identity === undefined || identity !== before) throw new StoreMovedError(file);
      this.seen.set(file, identity);
    }
  }
}
