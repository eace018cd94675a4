/** One normalised line of a turn's live output, whatever harness it comes from. */
export type TurnEvent =
  | { readonly kind: 'started'; readonly harnessSessionId: string | null; readonly version: string | null; readonly model: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-started'; readonly tool: string; readonly id: string | null }
  | { readonly kind: 'tool-finished'; readonly id: string | null; readonly failed: boolean }
  | { readonly kind: 'waiting'; readonly reason: string }
  /** The terminal line, kept whole for `classify`. */
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> };
