import { shellWord } from './shell-word.js';

/** How a harness's hook calls us: the words that start the command line, and the state folder it reports to. */
export interface HookProgram {
  readonly words: readonly string[];
  /** Absolute: a hook runs in somebody's checkout, and searches nothing there. */
  readonly state: string;
}

const OURS = / hook (?:claude|cursor|codex) [A-Za-z]+ --state /;

/** The line a harness hands to a shell when `event` happens. */
export function hookCommand({ words, state }: HookProgram, harness: string, event: string): string {
  return [...words, 'hook', harness, event, '--state', state].map(shellWord).join(' ');
}

/** Whether a command of somebody's settings is one of ours, from whichever place it was installed. */
export function isHookCommand(command: unknown): boolean {
  return typeof command === 'string' && OURS.test(command);
}
