import { type ExitCode, nothingThere } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import type { DecisionFields, DeliveryDetails } from '../delivery-fields.js';
import { type Detail, details } from '../details.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printableJson } from '../printable.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import { FORMAT_OPTION } from '../table.printer.js';

const OPTIONS = {
  payload: { type: 'boolean', about: 'show the payload too' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const deliveriesShow: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['DELIVERY'],
  async run({ options, operands: [id], terminal, surroundings }): Promise<ExitCode> {
    const server = await locateServer(surroundings, options.config);
    const { delivery } = await graphql<{ delivery: DeliveryDetails | null }>(server, OPERATIONS.delivery, { id });
    if (delivery === null) throw nothingThere('delivery', id);
    const { payload, ...shown } = delivery;
    if (options.format !== 'table') {
      const whole = options.payload === true ? { ...shown, payload: JSON.parse(payload) as unknown } : shown;
      terminal.print(printableJson(whole, options.format === 'json' ? 2 : undefined));
      return 0;
    }
    terminal.print(details(terminal, [...delivered(delivery), ...decided(delivery.decision), ...turns(delivery)]));
    if (options.payload === true) terminal.print(printableJson(JSON.parse(payload), 2));
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

function decided({ because, mentions, steps }: DecisionFields): Detail[] {
  return [
    ['because', because],
    ...mentions.map(({ workItem, evidence, field }): Detail => ['names', `${workItem} (${evidence}, ${field})`]),
    ...steps.map(({ kind, reason, workItem, sessionId }): Detail => [
      'leads to',
      [kind, workItem ?? sessionId, `(${reason})`].filter(Boolean).join(' '),
    ]),
  ];
}

function turns({ dispatches }: DeliveryDetails): Detail[] {
  return dispatches.map(({ id, state, outcome, detail }): Detail => [
    'dispatch',
    [id, state, outcome, detail].filter(Boolean).join(' '),
  ]);
}
