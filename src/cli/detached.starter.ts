import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../config/process.presence.js';
import type { StatePaths } from '../config/state-paths.js';
import { CliError, type ExitCode } from './cli-error.js';
import type { Surroundings } from './command.js';
import { printable } from './printable.js';
import { readAddress, type ServerAddress } from './server.locator.js';
import type { Terminal } from './terminal.js';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** Starts the server as a process of its own that outlives this terminal, and waits until it takes deliveries. */
export async function startDetached(
  paths: StatePaths,
  options: { config?: string; route?: boolean; port?: string },
  terminal: Terminal,
  { cwd, env }: Surroundings,
): Promise<ExitCode> {
  mkdirSync(dirname(paths.log), { recursive: true, mode: 0o700 });
  const from = statSync(paths.log, { throwIfNoEntry: false })?.size ?? 0;
  const log = openSync(paths.log, 'a', 0o600);
  const child = spawn(process.execPath, [MAIN, 'start', ...passedOn(options)], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  child.unref();

  const outcome = await Promise.race([ended, ready(paths.root, child.pid)]);
  if (typeof outcome === 'number') {
    throw new CliError(
      'not-started',
      exitCodeOf(outcome),
      lastLines(paths.log, from) || `The server ended with ${outcome}`,
    );
  }
  terminal.print(`The server runs as process ${outcome.pid}; its log is ${paths.log}`);
  terminal.print(`Webhooks are taken at ${outcome.webhookUrl}`);
  terminal.print(`Control plane and playground are at ${outcome.controlUrl} ("the-loop open")`);
  return 0;
}

function passedOn({ config, route, port }: { config?: string; route?: boolean; port?: string }): string[] {
  return [
    ...(config === undefined ? [] : ['--config', config]),
    ...(route === undefined ? [] : [route ? '--route' : '--no-route']),
    ...(port === undefined ? [] : ['--port', port]),
  ];
}

/** The address file appears when both listeners stand. */
async function ready(root: string, pid: number | undefined): Promise<ServerAddress> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(50)) {
    try {
      const address = readAddress(root);
      if (address.pid === pid) return address;
    } catch {
      // not there yet
    }
    if (pid === undefined || !isAlive(pid)) break;
  }
  return new Promise(() => undefined);
}

function lastLines(file: string, from: number): string {
  return printable(readFileSync(file).subarray(from).toString('utf8').trim().split('\n').slice(-20).join('\n'));
}

function exitCodeOf(code: number): ExitCode {
  return code === 2 || code === 3 ? code : 1;
}
