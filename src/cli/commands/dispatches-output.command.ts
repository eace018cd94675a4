import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { OPERATIONS } from '../operations.js';
import { type OutputFields, outputLine } from '../output-line.js';
import { printableJson } from '../printable.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { FORMAT_OPTION } from '../table.printer.js';

const OPTIONS = {
  follow: { type: 'boolean', about: 'stay until the turn ends, also across a restart of the server' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const dispatchesOutput: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['DISPATCH'],
  async run({ options, operands: [dispatchId], terminal, surroundings }): Promise<ExitCode> {
    const { follow } = await import('../stream.follower.js');
    const leave = new AbortController();
    void terminal.readerGone.then(() => leave.abort());
    let after = 0;
    await follow<{ turnOutput: OutputFields }>({
      query: OPERATIONS.turnOutput,
      variables: () => ({ dispatchId, after }),
      locate: () => locateControl(surroundings, options.config),
      onItem: ({ turnOutput }) => {
        after = turnOutput.after;
        const { json } = turnOutput;
        const line = options.format === 'table' ? outputLine(turnOutput, terminal) : printableJson(JSON.parse(json));
        if (line !== undefined) terminal.print(line);
      },
      onCut: () => terminal.complain('The server is gone; waiting for it to come back'),
      signal: leave.signal,
    });
    return 0;
  },
};
