import { join, resolve } from 'node:path';
import { type ConfigClass, keysOf } from './config-key.js';

/** Where relative paths of a configuration count from. */
export interface PathBase {
  readonly cwd: string;
  readonly home: string;
}

/** `~` is the home directory; everything else counts from the directory of start. */
export function resolvePath(path: string, base: PathBase): string {
  if (path === '~') return base.home;
  if (path.startsWith('~/')) return join(base.home, path.slice(2));
  return resolve(base.cwd, path);
}

/** Makes every path of a configuration absolute, so that nobody after the loader asks again where it counts from. */
export function resolvePaths(section: object, base: PathBase): void {
  const values = section as Record<string, unknown>;
  for (const key of keysOf(section.constructor as ConfigClass)) {
    const value = values[key.name];
    if (key.section !== null) resolvePaths(value as object, base);
    else if (key.holds !== null) values[key.name] = resolved(value, base);
  }
}

function resolved(value: unknown, base: PathBase): unknown {
  if (typeof value === 'string') return value === '' ? value : resolvePath(value, base);
  if (value === null) return null;
  return Object.fromEntries(
    Object.entries(value as Record<string, string>).map(([name, path]) => [name, resolvePath(path, base)]),
  );
}
