/** Colours and cursor movements, as terminal programs print them also into files (ECMA-48 control sequences). */
const CONTROL_SEQUENCES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\-_]/g;
const PAGE = 4_000;
const QUOTE = 300;

export const plainText = (text: string): string => text.replace(CONTROL_SEQUENCES, '');

/** At most a page, cut visibly and never inside a character. */
export const onePage = (text: string): string => cut(text, PAGE);

/** One line, short enough to stand in a sentence. */
export const inSentence = (text: string): string => cut(plainText(text).replace(/\s+/g, ' ').trim(), QUOTE);

/** The end of what a program wrote on stderr, as one line of a sentence. */
export function lastWords(stderr: string): string {
  const lines = plainText(stderr)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return inSentence(lines.slice(-3).join(' · '));
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end)}…`;
}
