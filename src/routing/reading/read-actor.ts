import type { Actor } from '../github-event.js';
import { type Fields, fieldsAt, textAt } from './payload-fields.js';

/** People, enterprise users (with an underscore) and Apps (ending in [bot]). */
const LOGIN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\[bot\])?$/;

/** The account in a field; null when the account is gone, missing, or bears a name that cannot be a login. */
export function actorAt(fields: Fields | null, name: string): Actor | null {
  const account = fieldsAt(fields, name);
  const login = textAt(account, 'login');
  return login !== null && LOGIN.test(login) ? { login, type: textAt(account, 'type') } : null;
}
