import { join } from 'node:path';

/** A row as far as its run directory is concerned. */
export interface AttemptOf {
  readonly id: string;
  readonly attemptId: string | null;
  readonly batchedWith: string | null;
}

/**
 * Where a turn's prompt, output and end are kept, for the server and for people: one folder per attempt, of the row
 * that the turn belongs to. A row that never began has none.
 */
export function attemptDirectory(runs: string, row: AttemptOf): string | undefined {
  return row.attemptId === null ? undefined : join(runs, row.batchedWith ?? row.id, row.attemptId);
}
