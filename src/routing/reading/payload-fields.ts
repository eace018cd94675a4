/**
 * Payloads are data of strangers: fields are read by their own keys only, so that `constructor` is no field, and a value
 * of the wrong kind is no value.
 */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function has(fields: Fields, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name] !== null && fields[name] !== undefined;
}

export function fieldsAt(fields: Fields | null, name: string): Fields | null {
  return fields === null ? null : fieldsOf(valueAt(fields, name));
}

export function listAt(fields: Fields | null, name: string): readonly unknown[] {
  const value = fields === null ? undefined : valueAt(fields, name);
  return Array.isArray(value) ? value : [];
}

export function textAt(fields: Fields | null, name: string): string | null {
  const value = fields === null ? undefined : valueAt(fields, name);
  return typeof value === 'string' ? value : null;
}

export function flagAt(fields: Fields | null, name: string): boolean | null {
  const value = fields === null ? undefined : valueAt(fields, name);
  return typeof value === 'boolean' ? value : null;
}

export function wholeNumberAt(fields: Fields | null, name: string): number | null {
  const value = fields === null ? undefined : valueAt(fields, name);
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** GitHub's ids are positive; nothing else can be an identity. */
export function idAt(fields: Fields | null, name: string): number | null {
  const id = wholeNumberAt(fields, name);
  return id !== null && id > 0 ? id : null;
}

/** Epoch milliseconds of an ISO time; `push` sends some of its times as epoch seconds. */
export function timeAt(fields: Fields | null, name: string): number | null {
  const seconds = wholeNumberAt(fields, name);
  if (seconds !== null) return seconds * 1000;
  const time = Date.parse(textAt(fields, name) ?? '');
  return Number.isNaN(time) ? null : time;
}

function valueAt(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
