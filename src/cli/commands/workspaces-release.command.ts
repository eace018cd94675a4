import { CliError, type ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql, LONG_WORK } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printable } from '../printable.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import { SESSION_KEY_OPTIONS, sessionKey } from '../session-key.js';
import { FORMAT_OPTION, printOne } from '../table.printer.js';
import type { ReleaseFields } from '../workspace-fields.js';

const OPTIONS = {
  ...SESSION_KEY_OPTIONS,
  discard: { type: 'boolean', about: 'whatever is in it may be lost: changes, commits nobody else has' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const workspacesRelease: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: 'Removes the checkout of a closed session when nothing is lost with it, and says why it stays otherwise.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const variables = { session: sessionKey(options), discard: options.discard ?? false };
    const server = await locateServer(surroundings, options.config);
    const answer = await graphql<{ releaseWorkspace: ReleaseFields }>(
      server,
      OPERATIONS.releaseWorkspace,
      variables,
      LONG_WORK,
    );
    const { tree, path, detail } = answer.releaseWorkspace;
    if (options.format === 'table' && tree === 'stays')
      throw new CliError('stays', 1, `${path ?? 'The checkout'} stays: it ${detail}`);
    if (options.format === 'table' && tree === 'none')
      throw new CliError('no-checkout', 1, 'The session has no checkout of its own');
    printOne(terminal, options.format, answer.releaseWorkspace, () =>
      printable(`${path ?? 'The checkout'} is ${tree}`),
    );
    return tree === 'removed' || tree === 'gone' ? 0 : 1;
  },
};
