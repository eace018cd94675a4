import { activityLine, activityRow, type ActivityFields } from '../activity-line.js';
import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { OPERATIONS } from '../operations.js';
import { readList } from '../page.reader.js';
import { printableJson } from '../printable.js';
import { CLIENT_OPTIONS, type ControlAccess, locateControl } from '../server.locator.js';
import { FORMAT_OPTION } from '../table.printer.js';
import type { Terminal } from '../terminal.js';
import { wholeNumber } from '../whole-number.js';

const OPTIONS = {
  follow: { type: 'boolean', about: 'stay and print what happens, also across a restart of the server' },
  after: {
    type: 'string',
    value: 'N',
    about: 'begin behind this number; 0 is the beginning; without it, the last ones',
  },
  limit: { type: 'string', value: 'N', about: 'how many at most, without --follow', default: '100' },
  'work-item': { type: 'string', value: 'REF', about: 'only what is about this issue or pull request' },
  level: {
    type: 'string',
    value: 'LEVEL',
    about: 'only this level or above',
    choices: ['debug', 'info', 'warn', 'error'],
  },
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
} as const satisfies OptionTable;

export const events: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: 'In a pipe: number, time, name, work item, event, action, actor, delivery, session, dispatch, reason, error.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const locate = () => locateControl(surroundings, options.config);
    const filter = { workItem: options['work-item'], level: options.level };
    const given = options.after === undefined ? undefined : String(wholeNumber('after', options.after, 0, 1e15 - 1));

    if (options.follow !== true) {
      const limit = wholeNumber('limit', options.limit, 1, 1_000_000);
      const found = await read(await locate(), limit, { after: given, filter });
      if (options.format === 'json') terminal.print(printableJson(found, 2));
      else for (const activity of found) terminal.print(line(activity, options.format, terminal));
      return 0;
    }
    // Begins at a known place: what happens while the server restarts is then not missed.
    let after = given ?? String((await read(await locate(), 1, {})).at(-1)?.seq ?? 0);
    const { follow } = await import('../stream.follower.js');
    const leave = new AbortController();
    void terminal.readerGone.then(() => leave.abort());
    await follow<{ activity: ActivityFields }>({
      query: OPERATIONS.followActivity,
      variables: () => ({ after, filter }),
      locate,
      onItem: ({ activity }) => {
        after = String(activity.seq);
        terminal.print(line(activity, options.format, terminal));
      },
      onCut: () => terminal.complain('The server is gone; waiting for it to come back'),
      signal: leave.signal,
    });
    return 0;
  },
};

function read(
  server: ControlAccess,
  limit: number,
  variables: { after?: string; filter?: object },
): Promise<ActivityFields[]> {
  return readList(server, OPERATIONS.activity, 'activity', limit, variables);
}

function line(activity: ActivityFields, format: string, terminal: Terminal): string {
  if (format !== 'table') return printableJson(activity);
  return terminal.interactive ? activityLine(activity, terminal) : activityRow(activity);
}
