import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql, LONG_WORK } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printable, printableJson } from '../printable.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import { FORMAT_OPTION, printRows } from '../table.printer.js';
import { RELEASE_COLUMNS, type ReleaseFields } from '../workspace-fields.js';

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

interface Pruning {
  readonly releases: readonly ReleaseFields[];
  readonly clones: readonly string[];
}

export const workspacesPrune: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes:
    'Takes what closed sessions have left and nothing is lost with, what cut-off work has left, and unused clones.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateServer(surroundings, options.config);
    if (terminal.interactive) terminal.complain('Looking through the checkouts; this may take a while');
    const { pruneWorkspaces } = await graphql<{ pruneWorkspaces: Pruning }>(
      server,
      OPERATIONS.pruneWorkspaces,
      {},
      LONG_WORK,
    );
    const { releases, clones } = pruneWorkspaces;
    if (options.format !== 'table') {
      terminal.print(printableJson(pruneWorkspaces, options.format === 'json' ? 2 : undefined));
      return 0;
    }
    await printRows(terminal, 'table', releases, RELEASE_COLUMNS);
    for (const clone of clones) terminal.print(printable(`${clone}\tremoved`));
    return 0;
  },
};
