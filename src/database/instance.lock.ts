import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SqliteEngine } from './sqlite.engine.js';
import { storeFault } from './sqlite-error.js';
import { inState, makeStateFolders, StateUnusableError } from './state.folder.js';

/** Who holds a state folder. `birth` tells a process from a later one that got the same pid. */
export interface Holder {
  readonly pid: number;
  readonly birth: string | null;
  /** ISO time of the start. */
  readonly since: string;
}

/** Another instance works on this state folder. */
export class StateHeldError extends Error {
  readonly code = 'state-held';

  constructor(
    folder: string,
    readonly holder: Holder | undefined,
  ) {
    const who = holder ? `process ${holder.pid}, running since ${holder.since}` : 'another process';
    super(
      `Cannot start on "${folder}": ${who}, holds it; stop that one first (the-loop stop) or use another state folder`,
    );
  }
}

/**
 * One instance per state folder. The lock is an SQLite lock on a file of its own: the kernel frees it with its holder,
 * however that ends, so a stale one cannot exist. Should somebody delete the file while its holder lives, the holder's
 * own note (pid and birth) still refuses the second one.
 */
export class InstanceLock {
  private constructor(
    private readonly engine: SqliteEngine,
    private readonly note: string,
  ) {}

  /** Throws StateHeldError and touches nothing when somebody else holds the state; StateUnusableError when nobody can. */
  static take(file: string): InstanceLock {
    makeStateFolders(dirname(file));
    const note = `${file}.json`;
    const engine = inState(file, () => new SqliteEngine(file, { timeout: 0 }));
    try {
      engine.exec('BEGIN EXCLUSIVE');
      const before = read(note);
      if (before !== undefined && before.pid !== process.pid && lives(before))
        throw new StateHeldError(dirname(file), before);
      write(note, { pid: process.pid, birth: birthOf(process.pid), since: new Date().toISOString() });
    } catch (error) {
      engine.close();
      if (error instanceof StateHeldError) throw error;
      throw storeFault(error) === 'busy'
        ? new StateHeldError(dirname(file), read(note))
        : new StateUnusableError(file, error);
    }
    return new InstanceLock(engine, note);
  }

  /** May be called twice. */
  release(): void {
    rmSync(this.note, { force: true });
    this.engine.close();
    this.release = () => undefined;
  }
}

function write(note: string, holder: Holder): void {
  writeFileSync(`${note}.new`, JSON.stringify(holder), { mode: 0o600 });
  renameSync(`${note}.new`, note);
}

function read(note: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(note, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** Only with a known birth: a pid alone may belong to a stranger by now. */
function lives(holder: Holder): boolean {
  return holder.birth !== null && holder.birth === birthOf(holder.pid);
}

/** Start time in clock ticks since boot (proc(5), field 22 of stat); null where there is no /proc. */
function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
