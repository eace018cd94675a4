import { delimiter, isAbsolute, join, resolve } from 'node:path';

/**
 * Where a program may lie, in the order a shell looks: a name on PATH, anything with a slash as a path. Relative entries
 * of PATH are skipped: what they name depends on the directory a turn runs in.
 */
export function executablePlaces(binary: string, pathVariable: string | undefined): string[] {
  if (binary === '') return [];
  if (binary.includes('/')) return [resolve(binary)];
  return (pathVariable ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, binary));
}
