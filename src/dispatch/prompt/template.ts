import { closest } from 'fastest-levenshtein';

/** Everything a template may ask for. All but the excerpt are our own words or values that passed a pattern. */
export const PLACEHOLDERS = {
  event: "GitHub's event name, such as issue_comment",
  action: 'its action, such as created',
  repository: 'owner/repository of the event',
  work_item: 'the item of the session, such as github:octo-org/octo-repo#12',
  number: 'the number of the item',
  url: 'the page of the item',
  delivery_id: 'the id of the delivery',
  marker: 'routing.selfMarker, the line that ends comments of the agent',
  notes: 'a remark about earlier attempts, beginning with a blank line; mostly empty',
  instructions: 'what to do about the event',
  excerpt: 'the event itself, named and fenced as untrusted data',
} as const;

export type Placeholder = keyof typeof PLACEHOLDERS;
export type TemplateValues = Readonly<Record<Placeholder, string>>;

const MAX_TEMPLATE_BYTES = 20_000;
/** With these bounds there is always room for the event below the bound of the whole prompt. */
const MOST_REPETITIONS = 5;

/** `$name`, `${name}`, and `$$` for a dollar; any other dollar is text. */
const PLACE = /\$(?:(\$)|([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})/g;

/** What is wrong with a template, as one sentence; undefined when it can be used. */
export function templateProblem(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty';
  if (Buffer.byteLength(text) > MAX_TEMPLATE_BYTES) return `it has more than ${MAX_TEMPLATE_BYTES} bytes`;
  if (/^\s*-/.test(text)) return 'it begins with "-", which a command line reads as an option';
  if (/(?![\n\r\t])\p{Cc}/u.test(text)) return 'it contains control characters';
  const names = placesIn(text);
  const unknown = [...new Set(names)].filter((name) => !isPlaceholder(name));
  if (unknown.length > 0) return unknownSentence(unknown);
  if (names.filter((name) => name === 'excerpt').length > 1) return '$excerpt stands in it more than once';
  const repeated = names.find((name) => names.filter((other) => other === name).length > MOST_REPETITIONS);
  return repeated === undefined ? undefined : `$${repeated} stands in it more than ${MOST_REPETITIONS} times`;
}

/** Fills in values, none of which is looked at again: a dollar inside them means nothing. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(PLACE, (place, dollar?: string, bare?: string, braced?: string) => {
    if (dollar !== undefined) return '$';
    const name = bare ?? braced ?? '';
    return isPlaceholder(name) ? values[name] : place;
  });
}

function placesIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, , bare, braced]) => bare ?? braced).filter((name) => name !== undefined);
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name);
}

function unknownSentence(unknown: readonly string[]): string {
  const known = Object.keys(PLACEHOLDERS);
  const asked = unknown.map((name) => `$${name} (nearest: $${closest(name, known)})`).join(', ');
  return `it asks for ${asked}; known are ${known.map((name) => `$${name}`).join(', ')}; write $$ for a dollar`;
}
