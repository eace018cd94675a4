import { type Fields, textAt } from './payload-fields.js';

const ACTION = /^[a-z][a-z0-9_]{0,63}$/;
const SHA = /^[0-9a-f]{7,64}$/i;
/** Git allows no control character, space, `~^:?*[\` or `..` in a ref; what has them is no branch. */
const BRANCH = /^(?!.*\.\.)[^\p{Cc} ~^:?*[\\]{1,255}$/u;

export function actionOf(payload: Fields): string | null {
  return matching(ACTION, textAt(payload, 'action'));
}

export function shaAt(fields: Fields | null, name: string): string | null {
  return matching(SHA, textAt(fields, name))?.toLowerCase() ?? null;
}

export function branchAt(fields: Fields | null, name: string): string | null {
  return matching(BRANCH, textAt(fields, name));
}

function matching(pattern: RegExp, text: string | null): string | null {
  return text !== null && pattern.test(text) ? text : null;
}
