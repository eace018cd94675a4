import { createHash } from 'node:crypto';

/** What differs between a repository's hook and an App's hook for one and the same happening. */
const OF_THE_HOOK = new Set(['installation', 'organization', 'enterprise']);

/** Nothing of GitHub's is nested a tenth as deep; what somebody made deeper is not told apart below that. */
const DEEPEST = 500;

/** SHA-256 of the payload without what names the hook it came through, and without regard to the order of keys. */
export function contentHash(payload: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(payload).filter((key) => !OF_THE_HOOK.has(key));
  return createHash('sha256')
    .update(canonicalObject(payload, keys, 0))
    .digest('base64url');
}

/**
 * Texts carry their length instead of escapes, which makes two different values two different texts at half the cost of
 * JSON; this runs for every delivery.
 */
function canonical(value: unknown, depth: number): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (typeof value === 'number') return `#${value};`;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value === null || value === undefined) return '0';
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return canonicalList(value, depth);
  return canonicalObject(value as Record<string, unknown>, Object.keys(value), depth);
}

function canonicalList(list: readonly unknown[], depth: number): string {
  let text = '[';
  for (const item of list) text += canonical(item, depth + 1);
  return text + ']';
}

function canonicalObject(object: Readonly<Record<string, unknown>>, keys: string[], depth: number): string {
  let text = '{';
  for (const key of keys.sort()) text += `${key.length}:${key}${canonical(object[key], depth + 1)}`;
  return text + '}';
}
