import { readdir, readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { askCommand } from './command.runner.js';
import { factsFromPs, PS_COLUMNS } from './ps-output.js';
import type { ProcessFact } from './run-members.js';

/** Files read at once: descriptors are scarce on a machine with thousands of processes. */
const AT_ONCE = 64;
const PS = { env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' }, timeoutMs: 5_000 };

/** Facts about the processes of this machine: /proc on Linux, ps on macOS. */
@Injectable()
export class ProcessTable {
  private readonly hasProc = process.platform === 'linux';

  /** Every living process but ourselves; `marker` (NAME=value) is looked for in each environment that may be read. */
  async list(marker?: string): Promise<ProcessFact[]> {
    const facts = await (this.hasProc ? this.fromProc(marker) : this.fromPs(marker));
    return facts.filter((fact) => fact.pid !== process.pid);
  }

  /** Whether the command line of a process names a text, which proves whose it is. */
  async commandNames(pid: number, text: string): Promise<boolean> {
    if (this.hasProc) return (await read(`/proc/${pid}/cmdline`)).split('\0').includes(text);
    const answer = await askCommand('ps', ['-ww', '-o', 'command=', '-p', String(pid)], PS);
    return answer?.stdout.includes(text) ?? false;
  }

  /** Whether a process was started by a turn of ours, of whichever attempt. */
  async carriesRun(pid: number): Promise<boolean> {
    if (this.hasProc) return `\0${await read(`/proc/${pid}/environ`)}`.includes('\0THE_LOOP_RUN=');
    const answer = await askCommand('ps', ['-wwE', '-o', 'command=', '-p', String(pid)], PS);
    return answer?.stdout.includes(' THE_LOOP_RUN=') ?? false;
  }

  private async fromProc(marker?: string): Promise<ProcessFact[]> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const facts: (ProcessFact | undefined)[] = [];
    for (let from = 0; from < pids.length; from += AT_ONCE) {
      const some = pids.slice(from, from + AT_ONCE);
      facts.push(...(await Promise.all(some.map((pid) => this.fromStat(pid, marker)))));
    }
    return facts.filter((fact) => fact !== undefined);
  }

  /** The name in field 2 may hold anything, so fields are counted from the last bracket (proc_pid_stat(5)). */
  private async fromStat(pid: string, marker?: string): Promise<ProcessFact | undefined> {
    const stat = await read(`/proc/${pid}/stat`);
    const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || state === '' || state === 'Z' || state === 'X') return undefined;
    const marked = marker !== undefined && `\0${await read(`/proc/${pid}/environ`)}`.includes(`\0${marker}\0`);
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      start: rest[15] ?? '',
      marked,
    };
  }

  private async fromPs(marker?: string): Promise<ProcessFact[]> {
    const flags = marker === undefined ? '-axww' : '-axwwE';
    const answer = await askCommand('ps', [flags, '-o', PS_COLUMNS], PS);
    return factsFromPs(answer?.stdout ?? '', marker);
  }
}

/** A process may be gone, or somebody else's, at any moment. Any other trouble is no proof that nobody is there. */
async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return '';
    throw error;
  }
}
