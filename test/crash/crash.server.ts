import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Failpoint } from '../../src/config/failpoint.js';

/** The built command line beside this file: a copy of the build tests its own server. */
const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

export interface ServerPlace {
  readonly folder: string;
  readonly config: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface ServerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One start of the real server, as a process that can die. */
export class CrashServer {
  readonly said: string[] = [];
  /** Where deliveries are posted to; undefined when the server ended before it could say. */
  readonly ready: Promise<string | undefined>;
  readonly ended: Promise<ServerEnd>;
  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
    this.ready = new Promise((resolve) => {
      createInterface({ input: child.stderr! })
        .on('line', (line) => {
          if (this.said.push(line) > 50) this.said.shift();
          const url = /^Webhooks are taken at (\S+)$/.exec(line)?.[1];
          if (url !== undefined) resolve(url);
        })
        .once('close', () => resolve(undefined));
    });
  }

  static start({ folder, config, environment }: ServerPlace, failpoint?: Failpoint): CrashServer {
    const log = openSync(join(folder, 'server.log'), 'a', 0o600);
    try {
      return new CrashServer(
        spawn(process.execPath, [CLI, 'start', '--config', config], {
          cwd: folder,
          env: { ...environment, ...(failpoint !== undefined && { TL_FAILPOINT: failpoint }) },
          stdio: ['ignore', log, 'pipe'],
        }),
      );
    } finally {
      closeSync(log);
    }
  }

  get pid(): number {
    return this.child.pid!;
  }

  get isGone(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
