import { type ExitCode, nothingThere } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { decisionDetails } from '../decision-details.js';
import type { DeliveryDetails } from '../delivery-fields.js';
import { type Detail, details } from '../details.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printableJson } from '../printable.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { FORMAT_OPTION, printOne } from '../table.printer.js';

const OPTIONS = {
  payload: { type: 'boolean', about: 'show the payload too' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const deliveriesShow: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['DELIVERY'],
  async run({ options, operands: [id], terminal, surroundings }): Promise<ExitCode> {
    const withPayload = options.payload ?? false;
    const control = await locateControl(surroundings, options.config);
    const { delivery } = await graphql<{ delivery: DeliveryDetails | null }>(control, OPERATIONS.delivery, {
      id,
      withPayload,
    });
    if (delivery === null) throw nothingThere('delivery', id);
    const payload: unknown = delivery.payload && JSON.parse(delivery.payload);
    printOne(terminal, options.format, { ...delivery, payload }, () =>
      details(terminal, [
        ...delivered(delivery),
        ...decisionDetails(delivery.decision),
        ...turns(delivery),
        ['payload', payload ? printableJson(payload, 2) : null],
      ]),
    );
    return 0;
  },
};

function delivered({
  id,
  event,
  action,
  actor,
  receivedAt,
  receivedCount,
  outcome,
  reason,
  error,
}: DeliveryDetails): Detail[] {
  return [
    ['delivery', id],
    ['event', action === null ? event : `${event}.${action}`],
    ['by', actor],
    ['received', receivedCount === 1 ? receivedAt : `${receivedAt}, ${receivedCount} times`],
    ['outcome', `${outcome} (${reason})`],
    ['error', error],
  ];
}

function turns({ dispatches }: DeliveryDetails): Detail[] {
  return dispatches.map(({ id, state, outcome, detail }): Detail => [
    'dispatch',
    [id, state, outcome, detail].filter(Boolean).join(' '),
  ]);
}
