import type { Command } from './command.js';

export interface CommandEntry {
  readonly name: string;
  readonly about: string;
  /** Loads the command's module when it is called and not before: a call pays for nothing it does not use. */
  load(): Promise<Command>;
}

export const COMMANDS: readonly CommandEntry[] = [
  entry('init', 'write a starter configuration and a webhook secret', () => import('./commands/init.command.js')),
  entry('start', 'run the server in the foreground', () => import('./commands/start.command.js')),
  entry('stop', 'stop the server; running turns go on', () => import('./commands/stop.command.js')),
  entry('status', 'what runs, what waits and why', () => import('./commands/status.command.js')),
  entry('doctor', 'what is not as it should be, and what to do', () => import('./commands/doctor.command.js')),
  entry(
    'sessions register',
    'tie a work item to a conversation',
    () => import('./commands/sessions-register.command.js'),
  ),
  entry('sessions list', 'sessions and what they work on', () => import('./commands/sessions-list.command.js')),
  entry('sessions show', 'one session with its turns', () => import('./commands/sessions-show.command.js')),
  entry('sessions close', 'end a session; its record stays', () => import('./commands/sessions-close.command.js')),
  entry('sessions pause', 'let the events of a session wait', () => import('./commands/sessions-pause.command.js')),
  entry('sessions resume', 'let a paused session go on', () => import('./commands/sessions-resume.command.js')),
  entry('sessions release', 'let a parked session go on', () => import('./commands/sessions-release.command.js')),
  entry('sessions link-pr', 'give a pull request to a session', () => import('./commands/sessions-link-pr.command.js')),
  entry(
    'sessions import',
    'take over records kept as JSON files',
    () => import('./commands/sessions-import.command.js'),
  ),
  entry('deliveries list', 'what GitHub sent, what was decided', () => import('./commands/deliveries-list.command.js')),
  entry('deliveries show', 'one delivery and its decision', () => import('./commands/deliveries-show.command.js')),
  entry('deliveries replay', 'decide a stored delivery anew', () => import('./commands/deliveries-replay.command.js')),
  entry('dispatches list', 'turns: waiting, running, ended', () => import('./commands/dispatches-list.command.js')),
  entry('dispatches output', 'what a turn says, live', () => import('./commands/dispatches-output.command.js')),
  entry('dispatches retry', 'queue a failed one again', () => import('./commands/dispatches-retry.command.js')),
  entry('dispatches cancel', 'take one out of its lane', () => import('./commands/dispatches-cancel.command.js')),
  entry(
    'workspaces list',
    'checkouts, how large, why they stay',
    () => import('./commands/workspaces-list.command.js'),
  ),
  entry('workspaces release', 'remove one checkout', () => import('./commands/workspaces-release.command.js')),
  entry('workspaces prune', 'remove what nobody needs', () => import('./commands/workspaces-prune.command.js')),
  entry('backup', 'copy the database while it is in use', () => import('./commands/backup.command.js')),
  entry('events', 'the activity feed', () => import('./commands/events.command.js')),
  entry('send', 'sign and post a sample event', () => import('./commands/send.command.js')),
  entry('explain', 'what an event would lead to now', () => import('./commands/explain.command.js')),
  entry(
    'token rotate',
    'make a new token; the old one is worth nothing',
    () => import('./commands/token-rotate.command.js'),
  ),
  entry('hook', 'what a hook of a harness calls', () => import('./commands/hook.command.js')),
  entry('hooks install', 'let a harness report its conversations', () => import('./commands/hooks-install.command.js')),
  entry('hooks uninstall', 'take the hooks out again', () => import('./commands/hooks-uninstall.command.js')),
  entry('open', 'open the playground in the browser', () => import('./commands/open.command.js')),
];

/** Other names for the same thing. */
const ALIASES: Readonly<Record<string, string>> = { 'gh-webhook start': 'start' };

/** The command these words begin with: two words before one. */
export function commandOf(words: readonly string[]): {
  entry: CommandEntry | undefined;
  rest: readonly string[];
} {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const wanted = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
    const found = COMMANDS.find((entry) => entry.name === wanted);
    if (found !== undefined) return { entry: found, rest: words.slice(length) };
  }
  return { entry: undefined, rest: words };
}

/** A command's module has one export: the command. */
function entry(name: string, about: string, module: () => Promise<object>): CommandEntry {
  return { name, about, load: async () => Object.values(await module())[0] as Command };
}
