/** The text up to `limit` characters, cut visibly between code points and never inside a link. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const total = countCharacters(text);
  if (total <= limit) return text;
  // No character takes more than two units, so this much is enough to find the cut.
  const characters = [...text.slice(0, 2 * limit + 2)];
  const kept = withoutHalfLink(characters.slice(0, limit).join(''), characters[limit] ?? '');
  return `${kept}… [cut: ${total - countCharacters(kept)} of ${total} characters left out]`;
}

function countCharacters(text: string): number {
  let pairs = 0;
  for (let index = 1; index < text.length; index++) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
    if (isPair) pairs++;
  }
  return text.length - pairs;
}

/** A link that the cut would shorten is left out whole. */
function withoutHalfLink(kept: string, next: string): string {
  if (/^[\s<>"'`)\]]$/.test(next)) return kept;
  const start = /https?:\/\/[^\s<>"'`)\]]*$/i.exec(kept)?.index;
  return start === undefined ? kept : kept.slice(0, start);
}
