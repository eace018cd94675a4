import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { type Detail, details } from '../details.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { CLIENT_OPTIONS, type LocatedServer, locateServer } from '../server.locator.js';
import { FORMAT_OPTION, printOne, printRows } from '../table.printer.js';

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

interface Count {
  readonly name: string;
  readonly count: number;
}

interface Waiting {
  readonly sessionId: string;
  readonly count: number;
  readonly reason: string;
  readonly sentence: string;
  readonly until: string | null;
  readonly session: { readonly workItem: string; readonly harness: string } | null;
}

interface Status {
  readonly routing: boolean;
  readonly startedAt: string;
  readonly lastDeliveryAt: string | null;
  readonly sessions: readonly Count[];
  readonly dispatches: readonly Count[];
  readonly waiting: readonly Waiting[];
}

export const status: Command<typeof OPTIONS> = {
  options: OPTIONS,
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateServer(surroundings, options.config);
    const { status: found } = await graphql<{ status: Status }>(server, OPERATIONS.status);
    const { pid, webhookUrl, controlUrl, root } = server;
    printOne(terminal, options.format, { pid, webhookUrl, controlUrl, root, ...found }, () =>
      details(terminal, shown(server, found)),
    );
    if (options.format !== 'table' || found.waiting.length === 0) return 0;
    terminal.print('');
    await printRows(terminal, options.format, found.waiting, COLUMNS);
    return 0;
  },
};

function shown({ pid, webhookUrl, controlUrl, root }: LocatedServer, status: Status): Detail[] {
  return [
    ['server', `running since ${status.startedAt}, process ${pid}`],
    ['webhooks', webhookUrl],
    ['control', controlUrl],
    ['state', root],
    ['routing', status.routing ? 'on' : 'off: deliveries are stored and wake nobody (routing.enabled, start --route)'],
    ['last delivery', status.lastDeliveryAt ?? 'none yet'],
    ['sessions', counted(status.sessions)],
    ['dispatches', counted(status.dispatches)],
    ['waiting', status.waiting.length === 0 ? 'nothing' : 'see below'],
  ];
}

function counted(counts: readonly Count[]): string {
  return counts.length === 0 ? 'none' : counts.map(({ name, count }) => `${count} ${name}`).join(', ');
}

const COLUMNS = [
  { title: 'work item', of: ({ session, sessionId }: Waiting) => session?.workItem ?? sessionId },
  { title: 'events', of: (waiting: Waiting) => waiting.count },
  { title: 'why', of: (waiting: Waiting) => waiting.reason },
  { title: 'until', of: (waiting: Waiting) => waiting.until },
  { title: 'what to do', of: (waiting: Waiting) => waiting.sentence },
];
