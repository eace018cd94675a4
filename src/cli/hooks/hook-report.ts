import { shellOf } from './shell-use.js';
import { openedPullRequest } from './opened-pull-request.js';

/** What happened in a harness, as far as the server is concerned. */
export type HookKind =
  'sessionStarted' | 'sessionEnded' | 'sessionCleared' | 'turnFinished' | 'promptSubmitted' | 'pullRequestOpened';

export interface HookReport {
  readonly kind: HookKind;
  readonly harness: string;
  readonly harnessSessionId: string;
  readonly cwd: string | null;
  /** How a conversation began: `startup`, `resume`, `clear`, `compact`. */
  readonly source: string | null;
  /** The process of the harness, by which the two halves of a `/clear` belong together. */
  readonly pid: number | null;
  /** Whether a person sits in front of it, as far as the harness tells. */
  readonly attended: boolean;
  /** The work item somebody has named for this conversation. */
  readonly workItem: string | null;
  readonly pullRequest: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Input = Readonly<Record<string, unknown>>;

/** What each event of a harness means here; an event that is not named says nothing. */
const KINDS: Readonly<Record<string, Readonly<Record<string, HookKind>>>> = {
  claude: {
    SessionStart: 'sessionStarted',
    SessionEnd: 'sessionEnded',
    UserPromptSubmit: 'promptSubmitted',
    Stop: 'turnFinished',
    PostToolUse: 'pullRequestOpened',
  },
  codex: {
    SessionStart: 'sessionStarted',
    SessionEnd: 'sessionEnded',
    UserPromptSubmit: 'promptSubmitted',
    Stop: 'turnFinished',
    PostToolUse: 'pullRequestOpened',
  },
  cursor: {
    sessionStart: 'sessionStarted',
    sessionEnd: 'sessionEnded',
    stop: 'turnFinished',
    afterShellExecution: 'pullRequestOpened',
  },
};

export function isHookEvent(harness: string, event: string): boolean {
  return Object.hasOwn(KINDS, harness) && Object.hasOwn(KINDS[harness]!, event);
}

/** Reads what a harness gave its hook; undefined when there is nothing to report. */
export function hookReport(harness: string, event: string, input: Input, env: Environment): HookReport | undefined {
  if (!isHookEvent(harness, event) || isAnothers(harness, input)) return undefined;
  const harnessSessionId = text(input.session_id) ?? text(input.conversation_id);
  if (harnessSessionId === null) return undefined;
  const kind = kindOf(KINDS[harness]![event]!, input);
  const isOurTurn = Boolean(env.THE_LOOP_RUN || env.THE_LOOP_DISPATCH_ID);
  if (isOurTurn && kind !== 'pullRequestOpened') return undefined;
  if (kind === 'turnFinished' && isAborted(input)) return undefined;
  const pullRequest = kind === 'pullRequestOpened' ? openedPullRequest(shellOf(input)) : undefined;
  if (kind === 'pullRequestOpened' && pullRequest === undefined) return undefined;
  return {
    kind,
    harness,
    harnessSessionId,
    cwd: text(input.cwd) ?? firstOf(input.workspace_roots) ?? text(env.CLAUDE_PROJECT_DIR),
    source: text(input.source),
    pid: /^\d{1,9}$/.test(env.CLAUDE_PID ?? '') ? Number(env.CLAUDE_PID) : null,
    attended: isAttended(input, env),
    workItem: text(env.THE_LOOP_WORK_ITEM),
    pullRequest: pullRequest ?? null,
  };
}

/** Cursor runs the hooks of Claude's settings, too: they would tell of one conversation under two names. */
function isAnothers(harness: string, input: Input): boolean {
  return harness !== 'cursor' && (input.cursor_version !== undefined || input.conversation_id !== undefined);
}

function kindOf(kind: HookKind, input: Input): HookKind {
  return kind === 'sessionEnded' && input.reason === 'clear' ? 'sessionCleared' : kind;
}

/** Cursor says how its turn ended; after one that somebody has broken off nobody wants the next thing to begin. */
function isAborted({ status }: Input): boolean {
  return status !== undefined && status !== 'completed';
}

/** `cli` is a terminal, everything else (`sdk-cli` for `-p`) runs by itself; other harnesses do not tell. */
function isAttended(input: Input, env: Environment): boolean {
  if (input.is_background_agent === true) return false;
  return (env.CLAUDE_CODE_ENTRYPOINT ?? 'cli') === 'cli';
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function firstOf(value: unknown): string | null {
  return Array.isArray(value) ? text(value[0]) : null;
}
