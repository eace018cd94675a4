/** What the stand-in answers a request with. */
export interface ModelAnswer {
  readonly text?: string;
  /** A call of a tool; the text follows once its result is back. */
  readonly tool?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
  /** An error instead, in the vendor's form. */
  readonly status?: number;
  readonly tokens?: { readonly input: number; readonly output: number };
}

export interface SaidByModel {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly tool: ModelAnswer['tool'];
  readonly tokens: { readonly input: number; readonly output: number };
}
