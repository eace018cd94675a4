import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import type { DeliveryFields } from '../delivery-fields.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printable } from '../printable.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { FORMAT_OPTION, printOne } from '../table.printer.js';

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

export const deliveriesReplay: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['DELIVERY'],
  notes:
    'The stored delivery is decided anew, as it would be now; the replay is a delivery of its own and marked as one.',
  async run({ options, operands: [id], terminal, surroundings }): Promise<ExitCode> {
    const control = await locateControl(surroundings, options.config);
    const { replayDelivery: replay } = await graphql<{ replayDelivery: DeliveryFields & { explanation: string } }>(
      control,
      OPERATIONS.replayDelivery,
      { id },
    );
    const { id: replayId, outcome, reason, explanation } = replay;
    printOne(terminal, options.format, replay, () =>
      printable(`Replayed as ${replayId}: ${outcome} (${reason}); ${explanation}`),
    );
    return 0;
  },
};
