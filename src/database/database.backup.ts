import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteEngine } from './sqlite.engine.js';

const KEPT = 3;
const NAME = /^the-loop-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.sqlite$/;

/** Nobody can tell whether there are copies. */
export class UnreadableBackupsError extends Error {
  readonly code = 'backups-unreadable';

  constructor(folder: string, found: string) {
    super(`Cannot look for backups in "${folder}": ${found}; let the user of the server read this folder`);
  }
}

/**
 * Copies the database into the folder, readable by its owner only, and keeps the last three copies. Safe while the
 * server writes. Returns the path of the copy.
 */
export async function backUp(database: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `the-loop-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);
  const unfinished = `${copy}.unfinished`;
  closeSync(openSync(unfinished, 'w', 0o600)); // made by us first, so that it is never readable by others
  const source = new SqliteEngine(database, { readonly: true, timeout: 5_000 });
  try {
    await source.backup(unfinished);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    source.close();
  }
  chmodSync(unfinished, 0o600);
  sync(unfinished);
  renameSync(unfinished, copy);
  for (const old of backupsIn(folder).slice(KEPT)) rmSync(join(folder, old), { force: true });
  return copy;
}

/** Names of the copies, newest first. Only a folder that does not exist holds none; one that cannot be read may. */
export function backupsIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new UnreadableBackupsError(folder, message);
  }
}

function sync(file: string): void {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
