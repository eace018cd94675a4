import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StatePaths } from '../../config/state-paths.js';

/** A server that is down for weeks must not fill the disk with what nobody will want to know any more. */
const MOST_FILES = 1_000;

/** Leaves a report where the next start of the server finds it; false where there is no state folder to leave it in. */
export function spoolReport(root: string, report: object): boolean {
  const { spool } = new StatePaths(root);
  if (!existsSync(root)) return false;
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  if (readdirSync(spool).length >= MOST_FILES) return false;
  const file = join(spool, `${String(Date.now()).padStart(15, '0')}-${randomBytes(6).toString('hex')}.json`);
  // Under its own name only when it is whole: the server may be reading the folder now.
  writeFileSync(`${file}.new`, JSON.stringify(report), { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
  return true;
}
