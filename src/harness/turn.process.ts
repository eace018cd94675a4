import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failpoint } from '../config/failpoint.js';
import type { TurnFiles } from './turn-files.js';

/**
 * Runs the harness and outlives the server. It catches signals instead of ignoring them, because an ignored signal is
 * inherited; it shows its life by holding a FIFO open, takes the fence with O_EXCL, keeps the FIFO from the harness,
 * and publishes the status as a file name. It exits with 71 where no FIFO can be made and with 75 behind the fence.
 * Its own tools come from the system's path, whatever PATH the harness is given.
 * A constant string: no upgrade can replace a file under a running shell.
 */
const WRAPPER = `d=$1; shift
stop=; trap 'stop=1' HUP INT QUIT TERM USR1 USR2 ALRM
command -p mkfifo -m 600 "$d/alive" && exec 9<>"$d/alive" || exit 71
set -C; echo "$$" >"$d/started" || exit 75
[ -z "$stop" ] || exit 75
"$@" 9<&-
command -p mv "$d/running" "$d/exit.$?"`;

export const NO_FIFO = 71;
export const BEHIND_THE_FENCE = 75;

export interface TurnCommand {
  readonly binary: string;
  readonly args: readonly string[];
  readonly stdin: 'prompt' | 'nothing';
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The directory stands in argv, so that a command line proves whose a pid is. */
export const wrapperArguments = (directory: string, command: readonly string[]): string[] => [
  '-c',
  WRAPPER,
  'the-loop-turn',
  directory,
  ...command,
];

/** The wrapper as our own child. */
export interface TurnProcess {
  readonly pid: number;
  readonly gone: Promise<void>;
  /** The wrapper's own exit code; null while it runs and after a signal. */
  readonly code: () => number | null;
  /** False once it was reaped: from then on its pid may belong to a stranger. */
  readonly isUnreaped: () => boolean;
}

export async function prepareTurn(files: TurnFiles, prompt: string): Promise<void> {
  await mkdir(dirname(files.directory), { recursive: true, mode: 0o700 });
  await mkdir(files.directory, { mode: 0o700 });
  await writeFile(files.prompt, prompt, { mode: 0o600, flag: 'wx' });
  await writeFile(files.running, '', { mode: 0o600, flag: 'wx' });
  await writeFile(files.events, '', { mode: 0o600, flag: 'wx' });
}

/** Rejects when nothing was started; the error's code says why (E2BIG, ENOENT, EAGAIN, …). */
export async function startTurn(files: TurnFiles, command: TurnCommand): Promise<TurnProcess> {
  const child = launched(files, command);
  failpoint('after-spawn-before-pid');
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.unref();
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return {
    pid: child.pid ?? 0,
    gone,
    code: () => child.exitCode,
    isUnreaped: () => child.exitCode === null && child.signalCode === null,
  };
}

function launched(files: TurnFiles, { binary, args, stdin, cwd, environment }: TurnCommand): ChildProcess {
  const streams: number[] = [];
  try {
    streams.push(openSync(stdin === 'prompt' ? files.prompt : '/dev/null', 'r'));
    // Append: a truncation at the output limit leaves no hole.
    streams.push(openSync(files.out, 'a', 0o600), openSync(files.err, 'a', 0o600));
    return spawn('/bin/sh', wrapperArguments(files.directory, [binary, ...args]), {
      cwd,
      detached: true,
      stdio: streams,
      env: environment,
    });
  } finally {
    streams.forEach(closeSync);
  }
}
