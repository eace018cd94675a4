/** What the shell hears: 0 done · 1 refused or nothing there · 2 malformed · 3 another instance holds the state. */
export type ExitCode = 0 | 1 | 2 | 3;

/** A sentence for the person at the terminal and the exit code for the script around it. */
export class CliError extends Error {
  constructor(
    readonly code: string,
    readonly exitCode: ExitCode,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The call itself cannot be read. `word` and `known` let the caller name the nearest thing that exists. */
export class UsageError extends CliError {
  constructor(
    sentence: string,
    readonly word?: string,
    readonly known: readonly string[] = [],
  ) {
    super('bad-usage', 2, sentence);
  }
}

export class NotRunningError extends CliError {
  constructor(looked: string) {
    const advice = 'give --config FILE for one started elsewhere, or start it with "the-loop start"';
    super('not-running', 1, `The server is not running (${looked}; ${advice})`);
  }
}

/** The server knows nothing of that name. */
export function nothingThere(kind: 'delivery' | 'session', wanted: string | undefined): CliError {
  const list = `the-loop ${kind === 'delivery' ? 'deliveries' : `${kind}s`} list`;
  return new CliError(`${kind}-not-found`, 1, `No ${kind} ${JSON.stringify(wanted)} is known; "${list}" shows them`);
}
