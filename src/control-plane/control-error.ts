/** A refusal the client can act on: a stable code, and a sentence that names the act, what was found and what to do. */
export class ControlError extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    /** Facts for programs, beside the code. */
    readonly facts: Readonly<Record<string, string | number | readonly string[]>> = {},
  ) {
    super(sentence);
  }
}

export function badInput(sentences: readonly string[]): ControlError {
  return new ControlError('bad-input', sentences.join('; '), { problems: sentences });
}

export function notFound(kind: string, wanted: string): ControlError {
  return new ControlError(`${kind}-not-found`, `No ${kind} ${JSON.stringify(wanted)} is known`);
}

export function forbidden(act: string): ControlError {
  return new ControlError('forbidden', `The token of a running turn may not ${act}; only the owner's may`);
}
