import { plainText } from './plain-text.js';

/** Reading of values whose shape belongs to somebody else: every step may be missing or of another type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list; entries of another type are left out. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return asList(value).flatMap((entry) => {
    const object = asObject(entry);
    return object === undefined ? [] : [object];
  });
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * The objects of one output line: one, several where a harness prints an array, none where the line is no JSON.
 * Text in front of the first object on the same line (an escape sequence, a prompt) is skipped.
 */
export function jsonObjects(line: string): readonly JsonObject[] | undefined {
  const text = line.startsWith('{') ? line : plainText(line);
  const start = text.search(/[[{]/);
  if (start < 0) return undefined;
  const value = jsonValue(text.slice(start));
  if (value === undefined) return undefined;
  return objectsIn(Array.isArray(value) ? value : [value]);
}

/** Undefined for a text that is no JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
