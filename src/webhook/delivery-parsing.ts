import { isPlainObject } from '../config/plain-object.js';
import { isJsonType } from './json-type.js';
import type { RefusalReason } from './refusal.js';

export type PayloadReading =
  { readonly json: Uint8Array; readonly payload: Record<string, unknown> } | { readonly refused: RefusalReason };

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a verified body, in either of the two content types GitHub offers for a hook. */
export function readPayload(contentType: string | undefined, body: Uint8Array): PayloadReading {
  if (isJsonType(contentType)) return readJson(body);
  if (contentType !== undefined && FORM_TYPE.test(contentType)) return readForm(body);
  return { refused: 'unsupported-content-type' };
}

/** GitHub's default for new hooks: the JSON travels as the form field `payload`. */
function readForm(body: Uint8Array): PayloadReading {
  const text = decode(body);
  if (text === undefined) return { refused: 'invalid-json' };
  const field = new URLSearchParams(text).get('payload');
  return field === null ? { refused: 'invalid-payload' } : readJson(Buffer.from(field));
}

function readJson(json: Uint8Array): PayloadReading {
  const text = decode(json);
  if (text === undefined) return { refused: 'invalid-json' };
  try {
    const payload: unknown = JSON.parse(text);
    return isPlainObject(payload) ? { json, payload } : { refused: 'invalid-payload' };
  } catch {
    return { refused: 'invalid-json' };
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
