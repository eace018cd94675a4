import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { OPERATIONS } from '../operations.js';
import { readList } from '../page.reader.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { type SessionFields, sessionRecord } from '../session-record.js';
import { FORMAT_OPTION, printRows } from '../table.printer.js';

const OPEN = ['starting', 'active', 'paused', 'stale', 'parked', 'closing'];

const OPTIONS = {
  ...CLIENT_OPTIONS,
  ...FORMAT_OPTION,
  status: {
    type: 'string',
    value: 'STATUS',
    about: 'only these; "active" means not closed',
    choices: ['active', 'closed', ...OPEN.filter((status) => status !== 'active'), 'all'],
    default: 'all',
  },
  harness: { type: 'string', value: 'NAME', about: 'only those run by this harness' },
  repository: { type: 'string', value: 'OWNER/REPO', about: 'only those of this repository' },
} as const satisfies OptionTable;

export const sessionsList: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: '--format json prints an array of records; "status" in them is active or closed.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateControl(surroundings, options.config);
    const filter = { status: statuses(options.status), harness: options.harness, repository: options.repository };
    const sessions = await readList<SessionFields>(server, OPERATIONS.sessions, 'sessions', Infinity, { filter });
    await printRows(terminal, options.format, sessions, COLUMNS, sessionRecord);
    return 0;
  },
};

function statuses(wanted: string): string[] | undefined {
  if (wanted === 'all') return undefined;
  return wanted === 'active' ? OPEN : [wanted];
}

const COLUMNS = [
  { title: 'work item', of: (session: SessionFields) => session.workItem },
  { title: 'status', of: (session: SessionFields) => session.status, state: true },
  { title: 'harness', of: (session: SessionFields) => session.harness },
  { title: 'harness session', of: (session: SessionFields) => session.harnessSessionId },
  { title: 'directory', of: (session: SessionFields) => session.cwd },
  { title: 'last event', of: (session: SessionFields) => session.lastEventAt },
];
