import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Where a running server can be found, for clients on the same machine. */
export interface ServerAddress {
  readonly webhookUrl: string;
  readonly controlUrl: string;
}

/** Written once both listeners stand; readable by the owner alone, by which clients know it from a file out of git. */
export function announceServer(file: string, address: ServerAddress): void {
  writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, ...address }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function withdrawServer(file: string): void {
  rmSync(file, { force: true });
}
