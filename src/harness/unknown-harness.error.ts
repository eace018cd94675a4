export class UnknownHarnessError extends Error {
  readonly code = 'unknown-harness';

  constructor(
    readonly harness: string,
    readonly known: readonly string[],
  ) {
    super(`There is no harness "${harness}"; the ones known here are ${known.join(', ')}`);
  }
}
