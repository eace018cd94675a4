import { shellWord } from '../../config/shell-word.js';

/** What a resume command is made of. */
export interface Resumable {
  readonly harness: string;
  readonly harnessSessionId: string | null;
  readonly cwd: string;
}

/** How each harness takes up a conversation in a terminal. */
const ARGUMENTS: Readonly<Record<string, (id: string) => string[]>> = {
  claude: (id) => ['--resume', id],
  cursor: (id) => ['--resume', id],
  codex: (id) => ['resume', id],
  opencode: (id) => ['--session', id],
  copilot: (id) => [`--resume=${id}`],
  gemini: (id) => ['--resume', id],
};

/** A line for a POSIX shell that continues the conversation by hand, in its own directory; null while it has no name. */
export function resumeCommand(session: Resumable, binary: string): string | null {
  const argumentsOf = Object.hasOwn(ARGUMENTS, session.harness) ? ARGUMENTS[session.harness] : undefined;
  if (session.harnessSessionId === null || argumentsOf === undefined) return null;
  const command = [binary, ...argumentsOf(session.harnessSessionId)].map(shellWord).join(' ');
  return `cd ${shellWord(session.cwd)} && ${command}`;
}
