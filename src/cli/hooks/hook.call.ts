import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { type ControlAccess, readServer } from '../server.locator.js';
import { askGit } from './git.question.js';
import type { HookKind, HookReport } from './hook-report.js';
import { spoolReport } from './report.spool.js';

/** What these change lasts, so it is worth telling later; a turn that ended while nobody listened is over. */
const LASTING: readonly HookKind[] = ['sessionStarted', 'sessionEnded', 'sessionCleared', 'pullRequestOpened'];

/** How the server is found: by a turn's own token, or through the state folder the hook was installed with. */
export interface Towards {
  readonly control: ControlAccess | undefined;
  readonly state: string | undefined;
}

/** Tells the server, or leaves it for its next start; answers with what is to be handed over to the conversation. */
export async function callServer(report: HookReport, to: Towards, signal: AbortSignal): Promise<string | null> {
  const input = { ...report, ...(await place(report)) };
  try {
    const server = to.control ?? readServer(to.state!);
    const { reportHook } = await graphql<{ reportHook: { handOver: string | null } }>(
      server,
      OPERATIONS.reportHook,
      { input },
      { signal },
    );
    return reportHook.handOver;
  } catch (error) {
    // A refusal is an answer: it would be the same one at the next start.
    if (isAbsence(error) && to.state !== undefined && LASTING.includes(report.kind)) spoolReport(to.state, input);
    throw error;
  }
}

/** Only a conversation that begins without a named work item is asked where it stands. */
async function place({ kind, workItem, cwd }: HookReport): Promise<{ branch: string | null; origin: string | null }> {
  const asks = kind === 'sessionStarted' && workItem === null && cwd !== null;
  return asks ? askGit(cwd) : { branch: null, origin: null };
}

const ABSENT = new Set<unknown>([
  'not-running',
  'no-answer',
  'ABORT_ERR',
  'ECONNRESET',
  'server-stopping',
  'unauthorized',
]);

function isAbsence(error: unknown): boolean {
  return ABSENT.has((error as { code?: unknown }).code);
}
