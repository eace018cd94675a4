import { type ExitCode, nothingThere } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { type Detail, details } from '../details.js';
import { DISPATCH_COLUMNS } from '../dispatch-columns.js';
import type { DispatchFields } from '../dispatch-fields.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { readList } from '../page.reader.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { SESSION_KEY_OPTIONS, sessionKey } from '../session-key.js';
import { type SessionFields, sessionRecord } from '../session-record.js';
import { FORMAT_OPTION, printOne, printRows } from '../table.printer.js';

interface SessionDetails extends SessionFields {
  readonly id: string;
  readonly statusReason: string | null;
  readonly closedAt: string | null;
  readonly endpointOf: string | null;
  readonly resumeCommand: string | null;
  readonly pullRequests: readonly { readonly ref: string; readonly open: boolean; readonly source: string }[];
  readonly queueLength: number;
  readonly cost: { readonly turns: number; readonly usd: number | null };
}

/** Enough to see what waits and how the last turns went. */
const RECENT = 10;

const OPTIONS = { ...SESSION_KEY_OPTIONS, ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

export const sessionsShow: Command<typeof OPTIONS> = {
  options: OPTIONS,
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const wanted = sessionKey(options);
    const server = await locateControl(surroundings, options.config);
    const { session } = await graphql<{ session: SessionDetails | null }>(server, OPERATIONS.session, {
      id: options.id,
      workItem: options['work-item'],
    });
    if (session === null) throw nothingThere('session', wanted);
    printOne(terminal, options.format, sessionRecord(session), () => details(terminal, shown(session)));
    if (options.format !== 'table') return 0;

    const filter = { sessionId: session.id };
    const dispatches = await readList<DispatchFields>(server, OPERATIONS.dispatches, 'dispatches', RECENT, { filter });
    if (dispatches.length > 0) terminal.print('');
    await printRows(terminal, 'table', dispatches, DISPATCH_COLUMNS);
    return 0;
  },
};

function shown(session: SessionDetails): Detail[] {
  const { cost } = session;
  return [
    ['session', session.id],
    ['work item', session.workItem],
    ['part of', session.endpointOf],
    ['status', session.statusReason === null ? session.status : `${session.status} (${session.statusReason})`],
    ['harness', session.harness],
    ['conversation', session.harnessSessionId],
    ['directory', session.cwd],
    ['waiting', session.queueLength || null],
    ['continue it with', session.resumeCommand],
    ...session.pullRequests.map(({ ref, open, source }): Detail => [
      'pull request',
      `${ref} (${open ? 'open' : 'closed'}, ${source})`,
    ]),
    ['turns', cost.usd === null ? cost.turns : `${cost.turns}, $${cost.usd.toFixed(2)}`],
    ['created', session.createdAt],
    ['last event', session.lastEventAt],
    ['closed', session.closedAt],
  ];
}
