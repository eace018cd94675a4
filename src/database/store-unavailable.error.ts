/** The store could not commit: locked for too long, full, read-only or gone. Nothing was written; trying again is safe. */
export class StoreUnavailableError extends Error {
  readonly code = 'store-unavailable';

  constructor(cause: unknown) {
    super(`Cannot write to the database: ${(cause as Error).message}`, { cause });
  }
}
