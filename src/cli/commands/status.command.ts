import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { details } from '../details.js';
import type { DispatchFields } from '../dispatch-fields.js';
import { OPERATIONS } from '../operations.js';
import { readList } from '../page.reader.js';
import { printableJson } from '../printable.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import type { SessionFields } from '../session-record.js';
import { FORMAT_OPTION, printRows } from '../table.printer.js';

const UNFINISHED = ['queued', 'running', 'held', 'interrupted', 'quarantined'];
const NEEDS_SOMEBODY = ['starting', 'paused', 'stale', 'parked', 'closing'];

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

export const status: Command<typeof OPTIONS> = {
  options: OPTIONS,
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateServer(surroundings, options.config);
    const [unfinished, sessions] = await Promise.all([
      readList<DispatchFields>(server, OPERATIONS.dispatches, 'dispatches', 1_000, { filter: { state: UNFINISHED } }),
      readList<SessionFields & { statusReason: string | null }>(server, OPERATIONS.sessions, 'sessions', 1_000, {
        filter: { status: NEEDS_SOMEBODY },
      }),
    ]);
    const { pid, webhookUrl, controlUrl, root } = server;
    if (options.format !== 'table') {
      const all = { pid, webhookUrl, controlUrl, state: root, dispatches: unfinished, sessions };
      terminal.print(printableJson(all, options.format === 'json' ? 2 : undefined));
      return 0;
    }
    terminal.print(
      details(terminal, [
        ['server', `running, process ${pid}`],
        ['webhooks', webhookUrl],
        ['control', controlUrl],
        ['state', root],
        ['work', unfinished.length === 0 ? 'nothing waits and nothing runs' : null],
      ]),
    );
    await printRows(terminal, 'table', unfinished, WAITING);
    await printRows(terminal, 'table', sessions, SESSIONS);
    return 0;
  },
};

const WAITING = [
  { title: 'state', of: (dispatch: DispatchFields) => dispatch.state, state: true },
  {
    title: 'why',
    of: ({ outcome, detail, heldUntil }: DispatchFields) =>
      [outcome, detail, heldUntil && `until ${heldUntil}`].filter(Boolean).join(' '),
  },
  { title: 'kind', of: (dispatch: DispatchFields) => dispatch.kind },
  { title: 'since', of: (dispatch: DispatchFields) => dispatch.startedAt ?? dispatch.createdAt },
  { title: 'dispatch', of: (dispatch: DispatchFields) => dispatch.id },
  { title: 'session', of: (dispatch: DispatchFields) => dispatch.sessionId },
];

const SESSIONS = [
  { title: 'work item', of: (session: SessionFields) => session.workItem },
  { title: 'status', of: (session: SessionFields) => session.status, state: true },
  { title: 'why', of: (session: { statusReason: string | null }) => session.statusReason },
  { title: 'harness', of: (session: SessionFields) => session.harness },
  { title: 'directory', of: (session: SessionFields) => session.cwd },
];
