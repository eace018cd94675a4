import { hookCommand, type HookProgram } from '../config/hook-command.js';

/** Seconds; the command itself ends after two. */
const TIMEOUT = 5;

/**
 * Settings for a turn of ours, given inline so that no file of the user is touched: the one thing only the turn itself
 * sees is the pull request it opens.
 */
export function claudeHookSettings(program: HookProgram): string {
  const command = hookCommand(program, 'claude', 'PostToolUse');
  const hooks = [{ type: 'command', command, timeout: TIMEOUT }];
  return JSON.stringify({ hooks: { PostToolUse: [{ matcher: 'Bash', hooks }] } });
}
