/** Everything a terminal or a reader could take for something else: controls, invisible characters, non-ASCII. */
const NOT_PLAIN = /[^\x20-\x7e]/gu;

/** A foreign name as a quoted text that shows what it really is: nothing invisible, at most 120 characters. */
export function quoted(name: string): string {
  const cut = name.length > 120 ? `${name.slice(0, 120)}…` : name;
  return JSON.stringify(cut).replace(NOT_PLAIN, escaped);
}

/** One line of what git said, without credentials in URLs, colours, or characters that move the cursor. */
export function plainLine(text: string): string {
  const visible = text
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .replace(/(\w+:\/\/)[^/@\s]+@/g, '$1')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return visible.length > 300 ? `${visible.slice(0, 300)}…` : visible;
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
