/** Colours by meaning, so that a palette is chosen in one place. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'quiet' | 'strong' | 'accent';

/** Where a command speaks: results to stdout, everything else to stderr. */
export interface Terminal {
  /** stdout is a terminal: people read it. In a pipe it is plain and machine-readable. */
  readonly interactive: boolean;
  readonly width: number;
  print(line: string): void;
  complain(line: string): void;
  /** Colours only where they are seen. */
  paint(tone: Tone, text: string): string;
  /** Resolves when the reader of stdout has gone away. */
  readonly readerGone: Promise<void>;
}
