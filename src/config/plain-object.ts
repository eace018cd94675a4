/** Whether a value from outside is an object with keys: no list, no null, no value of another kind. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
