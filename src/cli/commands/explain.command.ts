import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { decisionDetails } from '../decision-details.js';
import type { DecisionFields } from '../delivery-fields.js';
import { details } from '../details.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { readSample, SAMPLE_NOTES, SAMPLE_OPTIONS } from '../sample.reader.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { FORMAT_OPTION, printOne } from '../table.printer.js';

const OPTIONS = { ...SAMPLE_OPTIONS, ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

interface Explanation {
  readonly outcome: string;
  readonly reason: string;
  readonly explanation: string;
  readonly decision: DecisionFields;
}

export const explain: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['FIXTURE'],
  notes: `Nothing is stored and nobody is woken. For a delivery that has arrived: the-loop deliveries show.\n${SAMPLE_NOTES}`,
  async run({ options, operands: [fixture = ''], terminal, surroundings }): Promise<ExitCode> {
    const sample = readSample(fixture, options, surroundings);
    const control = await locateControl(surroundings, options.config);
    const { explain: found } = await graphql<{ explain: Explanation }>(control, OPERATIONS.explain, sample);
    const { outcome, reason, explanation, decision } = found;
    printOne(terminal, options.format, found, () =>
      details(terminal, [
        ['outcome', `${outcome} (${reason})`],
        ['because', explanation === decision.because ? null : explanation],
        ...decisionDetails(decision),
      ]),
    );
    return 0;
  },
};
