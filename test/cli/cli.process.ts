import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The compiled command line: `npm test` builds it first. */
const MAIN = join(resolve(process.env['THE_LOOP_DIST'] ?? 'dist'), 'src', 'cli', 'main.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a user does: as processes, in a directory and with a home of their own. */
export class CliProcess {
  readonly cwd = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-cli-')));
  private readonly servers: Started[] = [];

  /** One call to its end. */
  async run(...words: string[]): Promise<Ended> {
    return this.spawned(words).ended;
  }

  /** One call from another directory. */
  async in(cwd: string, ...words: string[]): Promise<Ended> {
    return this.spawned(words, {}, undefined, undefined, cwd).ended;
  }

  /** A call that stays; its lines can be waited for. `input` is all of its stdin; with `open` that never ends. */
  spawned(
    words: readonly string[],
    environment: Record<string, string> = {},
    input?: string,
    open?: 'open',
    cwd = this.cwd,
    out: number | 'pipe' = 'pipe',
  ): Started {
    const child = spawn(process.execPath, [MAIN, ...words], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: this.cwd, ...environment },
      stdio: [input === undefined && open === undefined ? 'ignore' : 'pipe', out, 'pipe'],
    });
    child.stdin?.on('error', () => undefined); // it may have ended without reading
    if (open === undefined) child.stdin?.end(input);
    const started = new Started(child);
    this.servers.push(started);
    return started;
  }

  /** A call whose results go into a file. */
  toFile(file: string, ...words: string[]): Started {
    const out = openSync(file, 'w');
    const started = this.spawned(words, {}, undefined, undefined, this.cwd, out);
    closeSync(out);
    return started;
  }

  /** Starts the server and waits until it takes deliveries. */
  async serve(...words: string[]): Promise<Started> {
    const server = this.spawned(['start', '--port', '0', ...words]);
    await server.says(/^Control plane/);
    return server;
  }

  async clear(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    this.endDetached();
    rmSync(this.cwd, { recursive: true, force: true, maxRetries: 5 });
  }

  /** A server started with --detach is nobody's child; a test that failed before its stop would leave it behind. */
  private endDetached(): void {
    const file = join(this.cwd, '.the-loop', 'state', 'server.json');
    const { pid } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { pid?: number }) : {};
    const isOurs = pid !== undefined && !this.servers.some(({ child }) => child.pid === pid);
    if (isOurs) process.kill(pid, 'SIGKILL');
  }
}

export class Started {
  readonly lines: string[] = [];
  readonly ended: Promise<Ended>;
  private wake = (): void => undefined;

  constructor(readonly child: ChildProcess) {
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = child[name];
      if (stream === null) continue;
      stream.on('data', (chunk: Buffer) => (output[name] += chunk.toString()));
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        this.wake();
      });
    }
    this.ended = once(child, 'close').then(([code]) => {
      this.wake();
      return { code: code as number | null, ...output };
    });
  }

  /** The first line, printed already or still to come, that looks like this. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (this.child.exitCode !== null)
        throw new Error(`It ended without saying ${pattern}:\n${this.lines.join('\n')}`);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  async kill(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }
}
