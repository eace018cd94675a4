import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/**
 * The absolute path of a program, looked up as a shell would: a name on PATH, anything with a slash as a path.
 * Relative entries of PATH are skipped: what they name depends on the directory a turn runs in.
 */
export function findExecutable(binary: string, pathVariable: string | undefined): string | undefined {
  if (binary === '') return undefined;
  if (binary.includes('/')) return isExecutable(resolve(binary)) ? resolve(binary) : undefined;
  return (pathVariable ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, binary))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
