import { hookCommand, type HookProgram, isHookCommand } from '../../config/hook-command.js';

type Json = Readonly<Record<string, unknown>>;

/** Which events of a harness report to us, and for which tools. */
interface HookedEvent {
  readonly event: string;
  readonly matcher?: string;
}

/** Where a harness keeps the hooks of its user, and in which shape. */
interface HookPlace {
  /** Below the home directory; `variable` names another folder in its stead. */
  readonly file: string;
  readonly variable?: string;
  readonly events: readonly HookedEvent[];
  /** What a file of its own has to hold besides. */
  readonly base: Json;
  /** Whether entries stand in groups with a matcher, as Claude Code has them. */
  readonly grouped: boolean;
}

const CONVERSATION = [
  { event: 'SessionStart' },
  { event: 'SessionEnd' },
  { event: 'UserPromptSubmit' },
  { event: 'Stop' },
] as const;

/** In Cursor one unknown event name voids the whole file; these are in its documentation. */
export const HOOK_PLACES: Readonly<Record<string, HookPlace>> = {
  claude: {
    file: '.claude/settings.json',
    variable: 'CLAUDE_CONFIG_DIR',
    events: [...CONVERSATION, { event: 'PostToolUse', matcher: 'Bash' }],
    base: {},
    grouped: true,
  },
  codex: {
    file: '.codex/hooks.json',
    variable: 'CODEX_HOME',
    events: [...CONVERSATION, { event: 'PostToolUse' }],
    base: {},
    grouped: true,
  },
  cursor: {
    file: '.cursor/hooks.json',
    events: [{ event: 'sessionStart' }, { event: 'sessionEnd' }, { event: 'stop' }, { event: 'afterShellExecution' }],
    base: { version: 1 },
    grouped: false,
  },
};

/** Seconds; the command itself ends after two. */
const TIMEOUT = 5;

/** The settings with our hooks in them, once, and everything else as it was. */
export function withHooks(settings: Json, harness: string, program: HookProgram): Json {
  const { events, base, grouped } = HOOK_PLACES[harness]!;
  const without = withoutHooks(settings, harness);
  const hooks: Record<string, unknown> = { ...record(without.hooks) };
  for (const { event, matcher } of events) {
    const command = hookCommand(program, harness, event);
    const entry = grouped ? group(command, matcher) : { command };
    hooks[event] = [...list(hooks[event]), entry];
  }
  return { ...base, ...without, hooks };
}

/** The settings without our hooks; what held nothing else goes with them. */
export function withoutHooks(settings: Json, harness: string): Json {
  const { grouped } = HOOK_PLACES[harness]!;
  if (settings.hooks === undefined) return settings;
  const kept = Object.entries(record(settings.hooks)).flatMap(([event, entries]) => {
    if (!Array.isArray(entries)) return [[event, entries] as const];
    const left = entries.flatMap((entry: unknown) => (grouped ? withoutOurs(entry) : isOurs(entry) ? [] : [entry]));
    return left.length > 0 || entries.length === 0 ? [[event, left] as const] : [];
  });
  const { hooks: _, ...others } = settings;
  const isEmptied = kept.length === 0 && Object.keys(record(settings.hooks)).length > 0;
  // In the place where it stood: nothing else of the file moves.
  return isEmptied ? others : { ...settings, hooks: Object.fromEntries(kept) };
}

/** Whether nothing is left but what a file of its own begins with. */
export function holdsNothing(settings: Json, harness: string): boolean {
  const { base } = HOOK_PLACES[harness]!;
  return Object.keys(settings).every((key) => Object.hasOwn(base, key));
}

export function hasHooks(settings: Json, harness: string): boolean {
  return JSON.stringify(withoutHooks(settings, harness)) !== JSON.stringify(settings);
}

function group(command: string, matcher: string | undefined): Json {
  return { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command, timeout: TIMEOUT }] };
}

/** A group may hold commands of others, too. */
function withoutOurs(entry: unknown): unknown[] {
  const commands = record(entry).hooks;
  if (!Array.isArray(commands)) return [entry];
  const left = commands.filter((each: unknown) => !isOurs(each));
  if (left.length === commands.length) return [entry];
  return left.length === 0 ? [] : [{ ...record(entry), hooks: left }];
}

function isOurs(entry: unknown): boolean {
  return isHookCommand(record(entry).command);
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
