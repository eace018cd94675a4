/** One use of a shell by an agent: the command and everything it printed. */
export interface ShellUse {
  readonly command: string;
  readonly output: string;
}

type Input = Readonly<Record<string, unknown>>;

/** Reads the use of a shell out of what a harness tells of a tool; empty for any other tool. */
export function shellOf(input: Input): ShellUse {
  const asked = record(input.tool_input);
  const command = words(input.command) || words(asked.command) || words(asked.cmd);
  const answer = input.tool_response ?? input.output;
  const { stdout, stderr, output } = record(answer);
  const printed = [answer, stdout, stderr, output].filter((each) => typeof each === 'string');
  return { command, output: printed.join('\n') };
}

/** Codex gives a command as a list of words. */
function words(value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(' ');
  return typeof value === 'string' ? value : '';
}

function record(value: unknown): Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : {};
}
