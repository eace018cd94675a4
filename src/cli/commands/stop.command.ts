import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../config/process.presence.js';
import { CliError, type ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import type { Terminal } from '../terminal.js';

const OPTIONS = {
  ...CLIENT_OPTIONS,
  kill: { type: 'boolean', about: 'end running turns too instead of leaving them to the next start' },
} as const satisfies OptionTable;

export const stop: Command<typeof OPTIONS> = {
  options: OPTIONS,
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateServer(surroundings, options.config);
    // Its own answer proves that the process is the server and no later one that was given the same number.
    await graphql(server, OPERATIONS.ping);
    process.kill(server.pid, options.kill === true ? 'SIGUSR2' : 'SIGTERM');
    await ended(server.pid, terminal);
    terminal.print('The server has stopped');
    return 0;
  },
};

const NOTE_AFTER_MS = 1_000;
const GIVE_UP_AFTER_MS = 15 * 60_000;

async function ended(pid: number, terminal: Terminal): Promise<void> {
  const since = Date.now();
  for (let noted = false; isAlive(pid); await sleep(50)) {
    const waited = Date.now() - since;
    if (!noted && waited > NOTE_AFTER_MS && terminal.interactive) {
      terminal.complain('Waiting for running turns (a second "the-loop stop" skips the wait)');
      noted = true;
    }
    if (waited > GIVE_UP_AFTER_MS)
      throw new CliError('not-stopped', 1, `Process ${pid} has not ended after 15 minutes`);
  }
}
