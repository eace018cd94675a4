import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';
import { UsageError } from './cli-error.js';
import type { OptionTable, OptionValues, Surroundings } from './command.js';
import { eventOfSample, SAMPLE_EVENTS, sampleName } from './sample-events.js';

/** Options of the commands that take a sample or a payload file. */
export const SAMPLE_OPTIONS = {
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
} as const satisfies OptionTable;

export const SAMPLE_NOTES =
  `FIXTURE is one of ${Object.keys(SAMPLE_EVENTS).join(', ')}\n` +
  'or a JSON file with a payload (then --event is needed). Of a name without a dot the most ordinary action is meant.';

/** The event's name and its payload as JSON text. */
export function readSample(
  fixture: string,
  options: OptionValues<typeof SAMPLE_OPTIONS>,
  { cwd }: Surroundings,
): { event: string; payload: string } {
  const name = sampleName(fixture);
  if (name === undefined) return fromFile(fixture, resolve(cwd, fixture), options.event);
  const { sender, association, text, label } = options;
  const now = new Date();
  const item = parseWorkItemRef(options['work-item']);
  const subject = { item, sender, association, text, label, at: now.toISOString(), id: now.getTime() };
  return { event: eventOfSample(name), payload: JSON.stringify(SAMPLE_EVENTS[name]!(subject)) };
}

function fromFile(fixture: string, file: string, event: string | undefined): { event: string; payload: string } {
  if (!existsSync(file)) {
    const known = Object.keys(SAMPLE_EVENTS);
    throw new UsageError(
      `No sample and no file is called ${JSON.stringify(fixture)}; --help lists the samples`,
      fixture,
      known,
    );
  }
  if (event === undefined) {
    throw new UsageError('A payload file needs --event NAME, because the payload does not say it');
  }
  return { event, payload: readFileSync(file, 'utf8') };
}
