import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { gitEnvironment } from './git-environment.js';
import type { GitAnswer } from './git-failure.js';

export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Looked at alone, without searching for it: a bare repository, or the inside of a tree. */
  readonly gitDir?: string;
  readonly timeoutMs?: number;
  /** Ended when it writes nothing for so long. */
  readonly silenceMs?: number;
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
  /** Content filters that must not run, beside lfs. */
  readonly filters?: readonly string[];
  /** Every line of stderr, also those that overwrite each other on a terminal. */
  onLine?(line: string): void;
}

export interface GitOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Remotes that are directories; for tests against repositories made on the spot. */
  readonly allowFile?: boolean;
  readonly binary?: string;
}

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
const STDERR_TAIL = 16 * 1024;
const GRACE_MS = 5_000;
/** A credential cache or an ssh master may hold the pipes for ever: what it writes after the exit is nobody's. */
const DRAIN_MS = 500;
/** Reads of what is left after that, so that something which writes for ever does not keep anybody waiting either. */
const MOST_ROUNDS = 1_000;

/** The one place that starts git: no prompts, no terminal, no hooks, a group of its own, and an end in every case. */
export class GitProcess {
  constructor(private readonly options: GitOptions) {}

  /** Never rejects: how it ended is in the answer. */
  run(call: GitCall): Promise<GitAnswer> {
    if (call.signal?.aborted) return Promise.resolve(answer('cancelled'));
    return new Promise((resolve) => {
      const child = this.spawn(call);
      const output = new Output(call.maxOutputBytes ?? MAX_OUTPUT_BYTES);
      let ended: GitAnswer['ended'] = 'exited';
      let kill: NodeJS.Timeout | undefined;
      const end = (why: GitAnswer['ended']): void => {
        if (ended !== 'exited') return;
        ended = why;
        signalGroup(child, 'SIGTERM');
        kill = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
      };
      const cancel = (): void => end('cancelled');
      const deadline = setTimeout(() => end('timed-out'), call.timeoutMs ?? TIMEOUT_MS);
      const silence = call.silenceMs && setTimeout(() => end('timed-out'), call.silenceMs);
      call.signal?.addEventListener('abort', cancel, { once: true });

      child.stdout?.on('data', (chunk: Buffer) => output.add(chunk) || end('too-much-output'));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        if (silence) silence.refresh();
        output.addError(text, call.onLine?.bind(call));
      });
      const settle = (code: number | null, why: GitAnswer['ended'] = ended): void => {
        clearTimeout(deadline);
        if (silence) clearTimeout(silence);
        clearTimeout(kill);
        call.signal?.removeEventListener('abort', cancel);
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve({ ended: why, code, stdout: output.text, stderr: output.errors });
      };
      child.once('error', () => settle(null, existsSync(call.cwd) ? 'git-missing' : 'no-directory'));
      child.once('exit', (code) => {
        if (ended !== 'exited') signalGroup(child, 'SIGKILL'); // whatever git started and did not take along
        const drained = setTimeout(() => output.whenRead(() => settle(code)), DRAIN_MS);
        child.once('close', () => {
          clearTimeout(drained);
          settle(code);
        });
      });
    });
  }

  private spawn({ args, cwd, gitDir, filters = [] }: GitCall): ChildProcess {
    const { environment, allowFile = false, binary = 'git' } = this.options;
    const place = gitDir === undefined ? [] : [`--git-dir=${gitDir}`];
    return spawn(binary, [...place, '--no-pager', ...args], {
      cwd,
      env: gitEnvironment(environment, allowFile, filters),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a group of its own, and no terminal that ssh could ask on
    });
  }
}

class Output {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private told = 0;
  private line = '';
  errors = '';

  constructor(private readonly limit: number) {}

  add(chunk: Buffer): boolean {
    this.told += 1;
    this.size += chunk.length;
    if (this.size > this.limit) return false;
    this.chunks.push(chunk);
    return true;
  }

  addError(text: string, onLine?: (line: string) => void): void {
    this.told += 1;
    this.errors = (this.errors + text).slice(-STDERR_TAIL);
    if (onLine === undefined) return;
    const lines = (this.line + text).split(/[\r\n]/);
    this.line = lines.pop()!.slice(-1_000);
    lines.forEach(onLine);
  }

  /**
   * Once nothing more is there to be read. A timer that is late because this process was busy runs before anything that
   * has arrived meanwhile, and an answer without its output reads as "nothing": no changes, no remotes.
   */
  whenRead(then: () => void, rounds = MOST_ROUNDS): void {
    const before = this.told;
    setImmediate(() => (this.told === before || rounds === 0 ? then() : this.whenRead(then, rounds - 1)));
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // nobody is left in it
  }
}

function answer(ended: GitAnswer['ended']): GitAnswer {
  return { ended, code: null, stdout: '', stderr: '' };
}
