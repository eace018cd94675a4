import { readFileSync } from 'node:fs';

/** The version of this package; its description lies three levels above this module's compiled place. */
export function version(): string {
  const description = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { version: string }).version;
}
