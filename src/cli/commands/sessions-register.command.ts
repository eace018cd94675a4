import { resolve } from 'node:path';
import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printable } from '../printable.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { type SessionFields, sessionRecord } from '../session-record.js';
import { FORMAT_OPTION, printOne } from '../table.printer.js';

const OPTIONS = {
  'work-item': { type: 'string', value: 'REF', about: 'issue or pull request, github:OWNER/REPO#N', required: true },
  harness: { type: 'string', value: 'NAME', about: 'claude, cursor or codex', required: true },
  'harness-session-id': {
    type: 'string',
    value: 'ID',
    about: "the conversation's id in the harness",
    required: true,
  },
  cwd: { type: 'string', value: 'DIR', about: 'directory its turns run in', default: '.' },
  force: { type: 'boolean', about: 're-bind the session this work item has already; its queue is kept' },
  check: { type: 'boolean', negatable: true, about: 'look for the binary and the directory first (the default)' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const sessionsRegister: Command<typeof OPTIONS> = {
  options: OPTIONS,
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateControl(surroundings, options.config);
    const { registerSession: session } = await graphql<{ registerSession: Registered }>(
      server,
      OPERATIONS.registerSession,
      {
        input: {
          workItem: options['work-item'],
          harness: options.harness,
          harnessSessionId: options['harness-session-id'],
          cwd: resolve(surroundings.cwd, options.cwd),
          force: options.force ?? false,
          check: options.check ?? true,
        },
      },
    );
    const { workItem, harness, harnessSessionId, cwd } = session;
    printOne(terminal, options.format, sessionRecord(session), () =>
      printable(`Registered ${workItem} with ${harness} ${harnessSessionId} in ${cwd}`),
    );
    if (session.neighbours.length > 0) {
      const others = session.neighbours.join(', ');
      terminal.complain(printable(`${cwd} is the directory of ${others}, too: their agents work in one tree`));
    }
    return 0;
  },
};

interface Registered extends SessionFields {
  /** Other items that are worked on in the same directory. */
  readonly neighbours: readonly string[];
}
