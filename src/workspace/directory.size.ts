import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes a directory takes on disk, links not followed; what cannot be read counts nothing. */
export async function directorySize(path: string): Promise<number> {
  const own = await lstat(path).catch(() => undefined);
  if (own === undefined) return 0;
  let bytes = own.blocks * 512;
  if (!own.isDirectory()) return bytes;
  const entries = await opendir(path).catch(() => undefined);
  if (entries === undefined) return bytes;
  for await (const entry of entries) bytes += await directorySize(join(path, entry.name));
  return bytes;
}
