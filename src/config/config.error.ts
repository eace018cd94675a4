/** The configuration cannot be used; the message names every problem with its place. Always ends the start. */
export class ConfigError extends Error {
  readonly code = 'bad-configuration';

  constructor(
    message: string,
    /** One sentence each; empty when the file could not be read at all. */
    readonly problems: readonly string[] = [],
  ) {
    super(message);
  }

  static of(file: string, problems: readonly string[]): ConfigError {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    return new ConfigError(
      `Cannot use the configuration ${file}: ${count}\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
      problems,
    );
  }
}
