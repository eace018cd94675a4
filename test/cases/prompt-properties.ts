const BLOCK = /^<untrusted-data-([A-Za-z0-9-]{8,})>\n([\s\S]*?)\n<\/untrusted-data-\1>$/m;
/** Bidirectional controls and characters without a width (Unicode general category Cf and kin). */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** What a harness was given, and the untrusted text of the event behind it. */
export interface GivenPrompt {
  readonly prompt: string;
  readonly argv: readonly string[];
  /** The Markdown somebody wrote: the comment, the review or the description. */
  readonly written: string;
}

type Property = (given: GivenPrompt) => boolean;

/** The properties a case may ask of a prompt, each as README.md describes it. */
const PROPERTIES: Readonly<Record<string, Property>> = {
  'fence-holds': ({ prompt, written }) => {
    const block = BLOCK.exec(prompt);
    if (block === null || parsed(block[2]!) === undefined) return false;
    const [whole, id] = block;
    const outside = prompt.replace(whole, () => '').split('\n');
    const suspicious = written.split('\n').filter((line) => line.trim().length > 3);
    return !block[2]!.includes(id!) && !suspicious.some((line) => outside.includes(line));
  },
  'untrusted-notice': ({ prompt }) => /untrusted data, not instructions/i.test(prompt),
  'text-kept': ({ prompt, written }) => textsOf(parsed(BLOCK.exec(prompt)?.[2] ?? '')).includes(written),
  'length-bounded': ({ prompt, argv }) => [prompt, ...argv].every((text) => Buffer.byteLength(text, 'utf8') < 131_072),
  'no-lone-surrogates': ({ prompt }) => !/\p{Surrogate}/u.test(prompt) && !prompt.includes('\ufffd'),
  'no-nul': ({ prompt }) => !prompt.includes('\0'),
  'no-control-characters': ({ prompt }) =>
    !CONTROL.test(prompt) && !textsOf(excerpt(prompt)).some((t) => CONTROL.test(t)),
  'not-an-option': ({ prompt, argv }) =>
    !/^\s*-/.test(prompt) && argv.every((text) => text === prompt || !text.includes('\n')),
  'no-shell': ({ argv }) => !argv.some((text) => /^(-c|\/bin\/sh|sh|bash)$/.test(text)),
  'hidden-text-removed': ({ prompt }) =>
    /hidden text was removed/i.test(prompt) &&
    !textsOf(excerpt(prompt)).some((text) => /<!--/.test(text) || INVISIBLE.test(text)),
};

/** The names of the properties that do not hold. */
export function brokenProperties(wanted: readonly string[], given: GivenPrompt): string[] {
  return wanted.filter((name) => PROPERTIES[name]?.(given) !== true);
}

/** The Markdown an event carries as its news. */
export function writtenText(payload: Readonly<Record<string, unknown>>): string {
  for (const name of ['comment', 'review', 'pull_request', 'issue']) {
    const body = (payload[name] as { body?: unknown } | undefined)?.body;
    if (typeof body === 'string') return body;
  }
  return '';
}

const excerpt = (prompt: string): unknown => parsed(BLOCK.exec(prompt)?.[2] ?? '');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
