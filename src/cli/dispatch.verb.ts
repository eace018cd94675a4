import type { ExitCode } from './cli-error.js';
import type { Command, OptionTable } from './command.js';
import type { DispatchFields } from './dispatch-fields.js';
import { graphql } from './graphql.client.js';
import { printable } from './printable.js';
import { CLIENT_OPTIONS, locateControl } from './server.locator.js';
import { FORMAT_OPTION, printOne } from './table.printer.js';

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

/** A command that does one thing to one dispatch and tells where it is now. */
export function dispatchVerb(mutation: string, notes?: string): Command<typeof OPTIONS> {
  return {
    options: OPTIONS,
    operands: ['DISPATCH'],
    notes,
    async run({ options, operands: [id], terminal, surroundings }): Promise<ExitCode> {
      const control = await locateControl(surroundings, options.config);
      const answer = await graphql<Record<string, DispatchFields>>(control, mutation, { id });
      const found = Object.values(answer)[0]!;
      printOne(terminal, options.format, found, () => printable(`Dispatch ${found.id} is ${found.state}`));
      return 0;
    },
  };
}
