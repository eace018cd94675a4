/** A prompt template that cannot be used; ends the start. */
export class TemplateError extends Error {
  readonly code = 'bad-template';

  constructor(name: string, problem: string) {
    super(`Cannot use the prompt template ${name}: ${problem}`);
  }
}
