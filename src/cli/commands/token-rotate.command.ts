import { StatePaths } from '../../config/state-paths.js';
import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { printable } from '../printable.js';
import { CLIENT_OPTIONS, stateRoot } from '../server.locator.js';

const OPTIONS = { ...CLIENT_OPTIONS } as const satisfies OptionTable;

export const tokenRotate: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: 'Works with the server running or not; a running one takes the new token from the next request on.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const { controlToken: file } = new StatePaths(await stateRoot(surroundings, options.config));
    const { rotateControlToken } = await import('../../control-plane/control-token.file.js');
    rotateControlToken(file);
    terminal.print(printable(`The token in ${file} is new; the one before is worth nothing`));
    return 0;
  },
};
