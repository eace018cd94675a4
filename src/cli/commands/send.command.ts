import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { CliError, type ExitCode } from '../cli-error.js';
import type { Command, OptionTable, Surroundings } from '../command.js';
import { sendDelivery } from '../delivery.sender.js';
import { printable } from '../printable.js';
import { readSample, SAMPLE_NOTES, SAMPLE_OPTIONS } from '../sample.reader.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import { FORMAT_OPTION } from '../table.printer.js';

const OPTIONS = {
  ...SAMPLE_OPTIONS,
  delivery: { type: 'string', value: 'ID', about: 'delivery id, to send the same one again' },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

interface Answer {
  readonly deliveryId?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly message?: string;
}

export const send: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['FIXTURE'],
  notes: SAMPLE_NOTES,
  async run({ options, operands: [fixture = ''], terminal, surroundings }): Promise<ExitCode> {
    const { event, payload: body } = readSample(fixture, options, surroundings);
    const server = await locateServer(surroundings, options.config);
    const { status, text } = await sendDelivery(server.webhookUrl, {
      event,
      deliveryId: options.delivery ?? randomUUID(),
      body,
      secret: await secretOf(server.root, options.config, surroundings),
    });
    const { deliveryId, outcome, reason, message } = JSON.parse(text) as Answer;
    if (status >= 300) throw new CliError(reason ?? 'refused', 1, `The door answered ${status}: ${message ?? text}`);
    terminal.print(printable(options.format === 'table' ? `${deliveryId}\t${outcome}\t${reason}` : text));
    return 0;
  },
};

/** The secret as the server reads it; relative paths count from where the server was started. */
async function secretOf(
  root: string,
  file: string | undefined,
  { env, home }: Surroundings,
): Promise<string | undefined> {
  const { loadConfig } = await import('../../config/config.loader.js');
  const { loadSecrets } = await import('../../config/secrets.loader.js');
  const cwd = dirname(root);
  return loadSecrets(loadConfig({ file, cwd, env, home }).config, env, cwd)[0];
}
