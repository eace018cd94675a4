import { join } from 'node:path';
import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';

const OPTIONS = {
  ...CLIENT_OPTIONS,
  print: { type: 'boolean', about: 'print the address instead of opening it' },
} as const satisfies OptionTable;

export const open: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: 'The address carries the token after the "#"; browsers send that part to nobody.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateServer(surroundings, options.config);
    const address = `${new URL('/', server.controlUrl).href}#token=${server.token}`;
    if (options.print === true) terminal.print(address);
    else {
      const { openBrowser } = await import('../browser.opener.js');
      await openBrowser(address, join(server.root, 'state', 'open.html'));
      terminal.print('If the browser shows nothing: the-loop open --print');
    }
    return 0;
  },
};
