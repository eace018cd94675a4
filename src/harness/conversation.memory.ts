import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where a harness keeps its conversations: for each working tree a folder, and in it one for each conversation. */
export interface MemoryPlace {
  /** Below the home directory. */
  readonly folder: string;
  /** Variables by which a user has them kept elsewhere; then nobody knows where to look. */
  readonly movedBy: readonly string[];
}

/**
 * Whether a conversation can still be there; false only where others are kept as expected and this one is not among
 * them. The layout is nobody's promise, so everything else is a yes.
 */
export function mayBeRemembered(
  { folder, movedBy }: MemoryPlace,
  environment: Readonly<Record<string, string>>,
  harnessSessionId: string,
): boolean {
  if (environment.HOME === undefined || movedBy.some((name) => environment[name] !== undefined)) return true;
  const place = join(environment.HOME, folder);
  const conversations = foldersIn(place).flatMap((tree) => foldersIn(join(place, tree)));
  return conversations.length === 0 || conversations.includes(harnessSessionId);
}

function foldersIn(place: string): string[] {
  try {
    return readdirSync(place, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}
