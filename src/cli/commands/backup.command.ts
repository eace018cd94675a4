import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql, LONG_WORK } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printable } from '../printable.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import { FORMAT_OPTION, printOne } from '../table.printer.js';

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

export const backup: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes:
    'Writes a consistent copy into state/backups of the state folder, readable by you alone; the last three are kept.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateServer(surroundings, options.config);
    const { backup: path } = await graphql<{ backup: string }>(server, OPERATIONS.backup, {}, LONG_WORK);
    printOne(terminal, options.format, { path }, () => printable(path));
    return 0;
  },
};
