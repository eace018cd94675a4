/** One setting in effect: its key with dots, and its value as JSON text. */
export interface Setting {
  readonly key: string;
  readonly value: string;
}

const HIDDEN = '(hidden)';
/** Arguments and keys whose value is nobody's business, also not a reader's of the configuration. */
const SECRET_WORD = /(?:token|secret|password|passwd|api-?key|credential|bearer|authorization)/i;
/** These name where a secret is, and hold none. */
const NAMES_ONLY = /(?:^|\.)(?:secretFile|secretEnv|environment)$/;

/** The configuration, key by key, with everything that looks like a secret left out. */
export function settingsOf(config: object): Setting[] {
  return [...walk(config, '')].map(([key, value]) => ({ key, value: JSON.stringify(shown(key, value)) }));
}

function* walk(node: object, path: string): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(node) as [string, unknown][]) {
    const key = path === '' ? name : `${path}.${name}`;
    const isSection =
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
    if (isSection) yield* walk(value, key);
    else if (value !== undefined) yield [key, value];
  }
}

function shown(key: string, value: unknown): unknown {
  if (NAMES_ONLY.test(key)) return value;
  if (SECRET_WORD.test(key)) return HIDDEN;
  return Array.isArray(value) ? withoutSecrets(value) : value;
}

/** `--token x` and `--token=x` alike. */
function withoutSecrets(list: readonly unknown[]): unknown[] {
  return list.map((each, index) => {
    const before = list[index - 1];
    if (typeof before === 'string' && before.startsWith('-') && !before.includes('=') && SECRET_WORD.test(before))
      return HIDDEN;
    if (typeof each !== 'string') return each;
    const [name, ...rest] = each.split('=');
    return rest.length > 0 && SECRET_WORD.test(name!) ? `${name}=${HIDDEN}` : each;
  });
}
