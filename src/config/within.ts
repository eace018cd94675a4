import { relative, sep } from 'node:path';

/** Whether the second path lies in the first. Paths are compared as they are: links have to be resolved before. */
export function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
}
