import { existsSync } from 'node:fs';
import { CliError, type ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { checkHarness, settingsFileOf } from '../hooks/settings.place.js';
import { printable } from '../printable.js';
import { CLIENT_OPTIONS, stateRoot } from '../server.locator.js';

const OPTIONS = {
  ...CLIENT_OPTIONS,
  print: { type: 'boolean', about: 'print the settings as they would be, and write nothing' },
} as const satisfies OptionTable;

export const hooksInstall: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['HARNESS'],
  notes:
    'HARNESS is claude, cursor or codex. Adds the hooks to its settings in your home directory and leaves everything else\n' +
    'as it is; a copy of the file is kept beside it. From then on a conversation you begin on a branch issue-N is\n' +
    'registered by itself, pull requests are linked, and events reach a conversation you have open in a terminal.',
  async run({ options, operands: [harness = ''], terminal, surroundings }): Promise<ExitCode> {
    checkHarness(harness);
    const state = await stateRoot(surroundings, options.config);
    if (!existsSync(state)) {
      const advice = 'run this where the server starts, or "the-loop init" first';
      throw new CliError('no-state', 1, `There is no state folder ${state} for the hooks to report to; ${advice}`);
    }
    const { hookWords } = await import('../../config/hook.program.js');
    const words = hookWords();
    if (words === undefined)
      throw new CliError('not-built', 1, 'Cannot find the compiled command line; run "npm run build"');
    const { withHooks } = await import('../hooks/hook-settings.js');
    const { readSettings, writeSettings } = await import('../hooks/settings.file.js');
    const found = readSettings(settingsFileOf(harness, surroundings));
    const settings = withHooks(found.settings, harness, { words, state });

    if (options.print === true) terminal.print(JSON.stringify(settings, null, 2));
    else if (JSON.stringify(settings) === JSON.stringify(found.settings)) {
      terminal.print(printable(`The hooks are in ${found.file} already`));
    } else {
      const backup = writeSettings(found, settings);
      terminal.print(
        printable(`Added the hooks to ${found.file}${backup === undefined ? '' : `; before it was ${backup}`}`),
      );
      if (harness === 'codex') terminal.print('Codex runs hooks only once you have trusted them: see /hooks in Codex');
    }
    return 0;
  },
};
