import { shellWord } from '../../config/shell-word.js';

/** A line for a POSIX shell that continues a conversation by hand, in its own directory. */
export function resumeCommand(cwd: string, binary: string, args: readonly string[]): string {
  return `cd ${shellWord(cwd)} && ${[binary, ...args].map(shellWord).join(' ')}`;
}
