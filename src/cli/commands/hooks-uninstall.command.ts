import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { checkHarness, settingsFileOf } from '../hooks/settings.place.js';
import { printable } from '../printable.js';

const OPTIONS = {
  print: { type: 'boolean', about: 'print the settings as they would be, and write nothing' },
} as const satisfies OptionTable;

export const hooksUninstall: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['HARNESS'],
  notes: 'HARNESS is claude, cursor or codex. Takes out what "hooks install" has added, and nothing else.',
  async run({ options, operands: [harness = ''], terminal, surroundings }): Promise<ExitCode> {
    checkHarness(harness);
    const { hasHooks, holdsNothing, withoutHooks } = await import('../hooks/hook-settings.js');
    const { readSettings, removeSettings, writeSettings } = await import('../hooks/settings.file.js');
    const found = readSettings(settingsFileOf(harness, surroundings));
    const settings = withoutHooks(found.settings, harness);

    if (options.print === true) terminal.print(JSON.stringify(settings, null, 2));
    else if (!hasHooks(found.settings, harness))
      terminal.print(printable(`There are no hooks of ours in ${found.file}`));
    else {
      const backup = holdsNothing(settings, harness) ? removeSettings(found) : writeSettings(found, settings);
      terminal.print(printable(`Took the hooks out of ${found.file}; before it was ${backup}`));
    }
    return 0;
  },
};
