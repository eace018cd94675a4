/**
 * C0 (but newline and tab), DEL, C1, zero-width, bidirectional and other invisible format characters. Text from GitHub
 * or from an agent may carry them to move the cursor, to recolour a line or to show one thing and mean another.
 */
const UNPRINTABLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Foreign text made safe for a terminal: what could steer it is shown as an escape instead. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same on one line: newlines and tabs become visible too. */
export function printableLine(text: string): string {
  return printable(text.replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t'));
}

/** JSON that means the same and cannot steer a terminal either. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(UNPRINTABLE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
