import { accessSync, constants, statSync } from 'node:fs';
import { executablePlaces } from './executable-places.js';

/** The absolute path of a program, looked up as a shell would. */
export function findExecutable(binary: string, pathVariable: string | undefined): string | undefined {
  return executablePlaces(binary, pathVariable).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
