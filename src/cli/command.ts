import type { ExitCode } from './cli-error.js';
import type { Terminal } from './terminal.js';

/** One option of a command. Every option that takes a value is a string; the command reads it further. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly about: string;
  /** How the value is shown in the help: `REF`, `FILE`, `N`. */
  readonly value?: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Whether `--no-name` says the opposite. */
  readonly negatable?: boolean;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

export type OptionValues<O extends OptionTable> = {
  readonly [K in keyof O]: O[K] extends { type: 'boolean' }
    ? boolean | undefined
    : O[K] extends { required: true } | { default: string }
      ? string
      : string | undefined;
};

/** Where and as whom a command runs; given, never looked up, so that a test can say it. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export interface Call<O extends OptionTable> {
  readonly options: OptionValues<O>;
  readonly operands: readonly string[];
  readonly terminal: Terminal;
  readonly surroundings: Surroundings;
}

export interface Command<O extends OptionTable = OptionTable> {
  readonly options: O;
  /** Names of the words that follow the options; one in brackets may be left out. */
  readonly operands?: readonly string[];
  /** Shown below the usage line in the help of this command. */
  readonly notes?: string;
  run(call: Call<O>): Promise<ExitCode>;
}
