import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql, LONG_WORK } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import { FORMAT_OPTION, printRows } from '../table.printer.js';

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

interface Workspace {
  readonly kind: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly workItem: string | null;
  readonly sessionStatus: string | null;
  readonly branch: string | null;
  readonly state: string | null;
  readonly reason: string | null;
}

export const workspacesList: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: 'Shows what lies below routing.workspace.root. What nobody has on record is never touched.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const server = await locateServer(surroundings, options.config);
    const { workspaces } = await graphql<{ workspaces: Workspace[] }>(server, OPERATIONS.workspaces, {}, LONG_WORK);
    await printRows(terminal, options.format, workspaces, COLUMNS);
    return 0;
  },
};

const MB = 1024 * 1024;

const COLUMNS = [
  { title: 'path', of: (workspace: Workspace) => workspace.path },
  { title: 'kind', of: (workspace: Workspace) => workspace.kind },
  { title: 'MB', of: (workspace: Workspace) => Math.ceil(workspace.sizeBytes / MB) },
  { title: 'work item', of: (workspace: Workspace) => workspace.workItem },
  { title: 'session', of: (workspace: Workspace) => workspace.sessionStatus, state: true },
  { title: 'branch', of: (workspace: Workspace) => workspace.branch },
  { title: 'state', of: (workspace: Workspace) => workspace.state },
  { title: 'why it stays', of: (workspace: Workspace) => workspace.reason },
];
