import { existsSync, statSync } from 'node:fs';
import { executablePlaces } from '../config/executable-places.js';
import { findExecutable } from '../config/executable.finder.js';

export interface LaunchProblem {
  readonly class: 'not-installed' | 'directory-gone';
  readonly detail: string;
}

/**
 * The program of a harness, or why it cannot be run. Looked at before the start, because afterwards a missing program
 * and a missing directory are reported alike.
 */
export function findHarness(harness: string, binary: string, path: string | undefined): string | LaunchProblem {
  const found = findExecutable(binary, path);
  if (found !== undefined) return found;
  const key = `harnesses.${harness}.binary`;
  const there = executablePlaces(binary, path).find((place) => existsSync(place));
  if (there !== undefined) {
    const why = statSync(there).isDirectory() ? 'is a directory' : 'is not executable';
    return {
      class: 'not-installed',
      detail: `Cannot run ${harness}: "${there}" ${why}; make it executable or set ${key}`,
    };
  }
  const where = binary.includes('/') ? 'there is no such file' : `looked for "${binary}" on PATH`;
  const what = binary.includes('/') ? `"${binary}" is not there` : `${harness} is not installed`;
  return { class: 'not-installed', detail: `Cannot run ${harness}: ${what} (${where}; install it or set ${key})` };
}

export function directoryProblem(directory: string): LaunchProblem | undefined {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return undefined;
  const state = found === undefined ? 'is gone' : 'is no directory any more';
  return {
    class: 'directory-gone',
    detail: `Cannot run in "${directory}": it ${state}; bring it back, or register the session again with another directory`,
  };
}
