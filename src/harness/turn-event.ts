/** One normalised line of a turn's live output, whatever harness it comes from. */
export type TurnEvent =
  | {
      readonly kind: 'started';
      readonly harnessSessionId: string | null;
      readonly version: string | null;
      readonly model: string | null;
    }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tool-started';
      readonly tool: string;
      readonly id: string | null;
      /** What it was asked to do, in a line: the command, the file, the pattern. */
      readonly subject: string | null;
    }
  | { readonly kind: 'tool-finished'; readonly id: string | null; readonly failed: boolean }
  /** The harness waits for its vendor: a retry, an overload, a rate limit. */
  | { readonly kind: 'waiting'; readonly reason: string }
  /** A line outside the protocol: a banner, a warning, a refusal in plain words. */
  | { readonly kind: 'noise'; readonly text: string }
  /** The terminal line, kept whole for `classify`. */
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> };
