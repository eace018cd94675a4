import { badInput } from '../control-error.js';

/** A place in a list, opaque to clients: the list it belongs to and the sort values of the row. */
export function encodeCursor(list: string, ...place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...place])).toString('base64url');
}

/** Reads a cursor of this list back, value by value; anything else is refused with a sentence. */
export function decodeCursor(list: string, cursor: string): (string | number)[] {
  const [found, ...place] = read(cursor);
  if (found !== list || place.length === 0) {
    throw badInput([`"after" is no cursor of ${list}; hand on pageInfo.endCursor as it was given`]);
  }
  return place;
}

function read(cursor: string): (string | number)[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) && value.every(isPlace) ? value : [];
  } catch {
    return [];
  }
}

function isPlace(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
