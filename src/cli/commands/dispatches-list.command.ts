import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { DISPATCH_COLUMNS } from '../dispatch-columns.js';
import type { DispatchFields } from '../dispatch-fields.js';
import { OPERATIONS } from '../operations.js';
import { readList } from '../page.reader.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { FORMAT_OPTION, printRows } from '../table.printer.js';
import { wholeNumber } from '../whole-number.js';

const STATES = ['queued', 'running', 'held', 'interrupted', 'succeeded', 'failed', 'quarantined', 'cancelled'];

const OPTIONS = {
  state: { type: 'string', value: 'STATE', about: 'only these', choices: STATES },
  'work-item': { type: 'string', value: 'REF', about: "only those of this work item's sessions" },
  limit: { type: 'string', value: 'N', about: 'how many, the newest first', default: '20' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const dispatchesList: Command<typeof OPTIONS> = {
  options: OPTIONS,
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const limit = wholeNumber('limit', options.limit, 1, 1_000_000);
    const server = await locateControl(surroundings, options.config);
    const filter = { state: options.state && [options.state], workItem: options['work-item'] };
    const dispatches = await readList<DispatchFields>(server, OPERATIONS.dispatches, 'dispatches', limit, { filter });
    await printRows(terminal, options.format, dispatches, DISPATCH_COLUMNS);
    return 0;
  },
};
