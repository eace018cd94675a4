import { createHash } from 'node:crypto';

/** What differs between a repository's hook and an App's hook for one and the same happening. */
const OF_THE_HOOK = new Set(['installation', 'organization', 'enterprise']);

/** SHA-256 of the payload without what names the hook it came through, and without regard to the order of keys. */
export function contentHash(payload: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(payload).filter((key) => !OF_THE_HOOK.has(key));
  return createHash('sha256').update(canonicalObject(payload, keys)).digest('base64url');
}

/**
 * Texts carry their length instead of escapes, which makes two different values two different texts at half the cost of
 * JSON; this runs for every delivery.
 */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (typeof value === 'number') return `#${value};`;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value === null || value === undefined) return '0';
  if (Array.isArray(value)) return canonicalList(value);
  return canonicalObject(value as Record<string, unknown>, Object.keys(value));
}

function canonicalList(list: readonly unknown[]): string {
  let text = '[';
  for (const item of list) text += canonical(item);
  return text + ']';
}

function canonicalObject(object: Readonly<Record<string, unknown>>, keys: string[]): string {
  let text = '{';
  for (const key of keys.sort()) text += `${key.length}:${key}${canonical(object[key])}`;
  return text + '}';
}
