import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import type { DeliveryFields } from '../delivery-fields.js';
import { OPERATIONS } from '../operations.js';
import { readList } from '../page.reader.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { FORMAT_OPTION, printRows } from '../table.printer.js';
import { wholeNumber } from '../whole-number.js';

const OPTIONS = {
  outcome: { type: 'string', value: 'OUTCOME', about: 'only these', choices: ['accepted', 'ignored', 'defect'] },
  reason: { type: 'string', value: 'WORD', about: 'only with this reason, for example unauthorized-actor' },
  event: { type: 'string', value: 'NAME', about: 'only of this event, for example issue_comment' },
  'work-item': { type: 'string', value: 'REF', about: 'only those that name this issue or pull request' },
  repository: { type: 'string', value: 'OWNER/REPO', about: 'only of this repository' },
  limit: { type: 'string', value: 'N', about: 'how many, the newest first', default: '20' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const deliveriesList: Command<typeof OPTIONS> = {
  options: OPTIONS,
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const limit = wholeNumber('limit', options.limit, 1, 1_000_000);
    const server = await locateControl(surroundings, options.config);
    const filter = {
      outcome: options.outcome && [options.outcome],
      reason: options.reason && [options.reason],
      event: options.event && [options.event],
      workItem: options['work-item'],
      repository: options.repository,
    };
    const deliveries = await readList<DeliveryFields>(server, OPERATIONS.deliveries, 'deliveries', limit, { filter });
    await printRows(terminal, options.format, deliveries, COLUMNS);
    return 0;
  },
};

const COLUMNS = [
  { title: 'received', of: (delivery: DeliveryFields) => delivery.receivedAt },
  { title: 'event', of: ({ event, action }: DeliveryFields) => (action === null ? event : `${event}.${action}`) },
  { title: 'work item', of: ({ refs }: DeliveryFields) => refs.join(' ') },
  { title: 'by', of: (delivery: DeliveryFields) => delivery.actor },
  { title: 'outcome', of: (delivery: DeliveryFields) => delivery.outcome, state: true },
  { title: 'reason', of: (delivery: DeliveryFields) => delivery.reason },
  { title: 'delivery', of: (delivery: DeliveryFields) => delivery.id },
];
