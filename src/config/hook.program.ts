import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/** The words by which another program starts this command line; undefined where it was not built. */
export function hookWords(): readonly string[] | undefined {
  return existsSync(MAIN) ? [process.execPath, MAIN] : undefined;
}
