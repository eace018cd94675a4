import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseWorkItemRef } from '../../sessions/work-item-ref.js';
import { CliError, UsageError, type ExitCode } from '../cli-error.js';
import type { Command, OptionTable, Surroundings } from '../command.js';
import { sendDelivery } from '../delivery.sender.js';
import { printable } from '../printable.js';
import { eventOfSample, SAMPLE_EVENTS, sampleName } from '../sample-events.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';

const OPTIONS = {
  ...CLIENT_OPTIONS,
  'work-item': {
    type: 'string',
    value: 'REF',
    about: 'issue or pull request of the sample',
    default: 'github:octo-org/octo-repo#1',
  },
  sender: { type: 'string', value: 'LOGIN', about: 'who does it', default: 'octocat' },
  association: {
    type: 'string',
    value: 'NAME',
    about: 'what the sender is to the repository',
    choices: ['OWNER', 'MEMBER', 'COLLABORATOR', 'CONTRIBUTOR', 'FIRST_TIME_CONTRIBUTOR', 'NONE'],
    default: 'OWNER',
  },
  text: { type: 'string', value: 'TEXT', about: 'the comment', default: 'Please have a look.' },
  label: { type: 'string', value: 'NAME', about: 'the label of issues.labeled', default: 'the-loop: auto-execute' },
  event: { type: 'string', value: 'NAME', about: 'event name of a payload file' },
  delivery: { type: 'string', value: 'ID', about: 'delivery id, to send the same one again' },
} as const satisfies OptionTable;

export const send: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['FIXTURE'],
  notes: `FIXTURE is one of ${Object.keys(SAMPLE_EVENTS).join(', ')},\nor a JSON file with a payload (then --event is needed).`,
  async run({ options, operands: [fixture = ''], terminal, surroundings }): Promise<ExitCode> {
    const { event, body } =
      sampleName(fixture) === undefined ? fromFile(fixture, options.event, surroundings) : sample(fixture, options);
    const server = await locateServer(surroundings, options.config);
    const answer = await sendDelivery(server.webhookUrl, {
      event,
      deliveryId: options.delivery ?? randomUUID(),
      body,
      secret: await secret(surroundings, options.config, server.root),
    });
    const { message, ...facts } = JSON.parse(answer.text) as { message?: string };
    if (answer.status >= 300)
      throw new CliError('refused', 1, `The door answered ${answer.status}: ${message ?? answer.text}`);
    terminal.print(printable(JSON.stringify(facts)));
    return 0;
  },
};

function sample(
  fixture: string,
  {
    'work-item': workItem,
    ...subject
  }: { 'work-item': string; sender: string; association: string; text: string; label: string },
): { event: string; body: string } {
  const name = sampleName(fixture)!;
  const now = new Date();
  const payload = SAMPLE_EVENTS[name]!({
    ...subject,
    item: parseWorkItemRef(workItem),
    at: now.toISOString(),
    id: now.getTime(),
  });
  return { event: eventOfSample(name), body: JSON.stringify(payload) };
}

function fromFile(fixture: string, event: string | undefined, { cwd }: Surroundings): { event: string; body: string } {
  const file = resolve(cwd, fixture);
  if (!existsSync(file))
    throw new UsageError(
      `No sample and no file is called ${JSON.stringify(fixture)}`,
      fixture,
      Object.keys(SAMPLE_EVENTS),
    );
  if (event === undefined)
    throw new UsageError('A payload file needs --event NAME, because the payload does not say it');
  return { event, body: readFileSync(file, 'utf8') };
}

/** The secret as the server reads it; relative paths count from where the server was started. */
async function secret(
  { env, home }: Surroundings,
  file: string | undefined,
  root: string,
): Promise<string | undefined> {
  const { loadConfig } = await import('../../config/config.loader.js');
  const { loadSecrets } = await import('../../config/secrets.loader.js');
  const cwd = dirname(root);
  return loadSecrets(loadConfig({ file, cwd, env, home }).config, env, cwd)[0];
}
