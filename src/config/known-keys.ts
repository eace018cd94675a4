import { distance } from 'fastest-levenshtein';
import { AppConfig } from './app-config.js';
import { type ConfigClass, keysOf } from './config-key.js';

/** Keys people bring along from elsewhere, and what to write instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  secret:
    'a secret is never written in here: name its file in webhooks.ghWebhook.secretFile, or its variable in secretEnv',
  token: 'tokens are never written in here; the control token is made on first start',
};

/** What to say to somebody who wrote an unknown key: the known key that was probably meant, or all that are known there. */
export function advice(name: string, section: ConfigClass, at: readonly string[]): string {
  const hint = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
  if (hint !== undefined) return hint;
  const known = keysOf(section).map((key) => key.name);
  const near = nearest(name, known);
  if (near !== undefined) return `${near} (the nearest known key)`;
  const moved = allKeys(AppConfig).find((path) => path.at(-1)!.toLowerCase() === name.toLowerCase());
  if (moved !== undefined) return `this key at ${moved.join('.')}`;
  return `one of the keys known ${at.length === 0 ? 'at the top' : `in ${at.join('.')}`}: ${known.join(', ')}`;
}

/** Every key of a section and of those below it, as paths. */
function allKeys(section: ConfigClass, at: readonly string[] = []): string[][] {
  return keysOf(section).flatMap((key) => {
    const path = [...at, key.name];
    return key.section === null ? [path] : [path, ...allKeys(key.section, path)];
  });
}

/** A slip of the pen is at most a third of the word. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const slips = (word: string): number => distance(name.toLowerCase(), word.toLowerCase());
  const [best] = [...known].sort((a, b) => slips(a) - slips(b));
  return best !== undefined && slips(best) <= Math.max(2, Math.floor(name.length / 3)) ? best : undefined;
}
