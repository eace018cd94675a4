/** What a failed statement means for us, from the engine's own result code (https://sqlite.org/rescode.html). */
export type StoreFault = 'busy' | 'unique' | 'unavailable';

const PRIMARY: Readonly<Record<number, StoreFault>> = {
  5: 'busy', // SQLITE_BUSY
  6: 'busy', // SQLITE_LOCKED
  8: 'unavailable', // SQLITE_READONLY
  10: 'unavailable', // SQLITE_IOERR
  11: 'unavailable', // SQLITE_CORRUPT
  13: 'unavailable', // SQLITE_FULL
  14: 'unavailable', // SQLITE_CANTOPEN
  26: 'unavailable', // SQLITE_NOTADB
};

/** undefined when the error does not come from the store: a defect of ours, not a condition of the disk. */
export function storeFault(error: unknown): StoreFault | undefined {
  const code = resultCode(error);
  if (code === undefined) return undefined;
  if (code === 2067 || code === 1555) return 'unique'; // SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY
  return PRIMARY[code & 0xff];
}

function resultCode(error: unknown): number | undefined {
  const { errcode, driverError } = (error ?? {}) as { errcode?: unknown; driverError?: { errcode?: unknown } };
  const code = errcode ?? driverError?.errcode;
  return typeof code === 'number' ? code : undefined;
}
