import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printable } from '../printable.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import { SESSION_KEY_OPTIONS, sessionKey } from '../session-key.js';
import type { SessionFields } from '../session-record.js';

const OPTIONS = { ...SESSION_KEY_OPTIONS, ...CLIENT_OPTIONS } as const satisfies OptionTable;

export const sessionsClose: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: 'A close waits for what came before it. The record keeps its conversation and its directory.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const key = sessionKey(options);
    const server = await locateServer(surroundings, options.config);
    const { closeSession: session } = await graphql<{ closeSession: SessionFields }>(
      server,
      OPERATIONS.closeSession,
      key,
    );
    terminal.print(printable(`The session of ${session.workItem} is ${session.status}`));
    return 0;
  },
};
