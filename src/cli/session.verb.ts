import type { ExitCode } from './cli-error.js';
import type { Command, OptionTable } from './command.js';
import { graphql } from './graphql.client.js';
import { printable } from './printable.js';
import { CLIENT_OPTIONS, locateControl } from './server.locator.js';
import { SESSION_KEY_OPTIONS, sessionKey } from './session-key.js';
import { type SessionFields, sessionRecord } from './session-record.js';
import { FORMAT_OPTION, printOne } from './table.printer.js';

const OPTIONS = { ...SESSION_KEY_OPTIONS, ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

/** A command that does one thing to one session and tells what it is now. */
export function sessionVerb(mutation: string, notes?: string): Command<typeof OPTIONS> {
  return {
    options: OPTIONS,
    notes,
    async run({ options, terminal, surroundings }): Promise<ExitCode> {
      const session = sessionKey(options);
      const control = await locateControl(surroundings, options.config);
      const answer = await graphql<Record<string, SessionFields>>(control, mutation, { session });
      const found = Object.values(answer)[0]!;
      const words = (): string => printable(`The session of ${found.workItem} is ${found.status}`);
      printOne(terminal, options.format, sessionRecord(found), words);
      return 0;
    },
  };
}
