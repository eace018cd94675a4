import { type ExitCode, UsageError } from '../cli-error.js';
import type { Call, Command, OptionTable } from '../command.js';
import { decisionDetails } from '../decision-details.js';
import { details } from '../details.js';
import { type EventLine, type ExplainedEvent, explainedEvent, type Explanation } from '../explained-event.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printableJson, printableLine } from '../printable.js';
import { readSample, SAMPLE_NOTES, SAMPLE_OPTIONS } from '../sample.reader.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { FORMAT_OPTION } from '../table.printer.js';
import type { Terminal } from '../terminal.js';

const OPTIONS = {
  ...SAMPLE_OPTIONS,
  empty: { type: 'boolean', about: 'decide as if no session and no earlier delivery existed' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const explain: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['[FIXTURE]'],
  notes:
    'Nothing is stored and nobody is woken. For a delivery that has arrived: the-loop deliveries show.\n' +
    `${SAMPLE_NOTES}\n` +
    'Without a FIXTURE, lines {"event": NAME, "payload": {…}} are read from stdin, and each is answered by one line.',
  async run(call): Promise<ExitCode> {
    const { options, operands, terminal, surroundings } = call;
    const [fixture] = operands;
    if (fixture === undefined) return explainStdin(call);
    const sample = readSample(fixture, options, surroundings);
    const explanation = await (await asker(call))(sample);
    if (options.format === 'table') terminal.print(inWords(terminal, explanation));
    else terminal.print(printableJson(explainedEvent(explanation)));
    return 0;
  },
};

async function explainStdin(call: Call<typeof OPTIONS>): Promise<ExitCode> {
  const { options, terminal } = call;
  if (options.event !== undefined) throw new UsageError('With --event the FILE with the payload is missing');
  if (process.stdin.isTTY) throw new UsageError('The FIXTURE is missing, and nothing is piped into stdin');
  const ask = await asker(call);
  const { explainLines } = await import('../event.stream.js');
  await explainLines(
    process.stdin,
    async (line) => explainedEvent(await ask(line)),
    (explained) => terminal.print(options.format === 'table' ? onOneLine(explained) : printableJson(explained)),
  );
  return 0;
}

async function asker({ options, surroundings }: Call<typeof OPTIONS>) {
  const control = await locateControl(surroundings, options.config);
  const empty = options.empty === true;
  return async (line: EventLine): Promise<Explanation> => {
    const answer = await graphql<{ explain: Explanation }>(control, OPERATIONS.explain, { ...line, empty });
    return answer.explain;
  };
}

function inWords(terminal: Terminal, { outcome, reason, explanation, decision }: Explanation): string {
  return details(terminal, [
    ['outcome', `${outcome} (${reason})`],
    ['because', explanation === decision.because ? null : explanation],
    ...decisionDetails(decision),
  ]);
}

function onOneLine({ decision, reason, refs, because }: ExplainedEvent): string {
  return [decision, reason, refs.join(' '), because].map(printableLine).join('\t');
}
