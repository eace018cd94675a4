import type { Token } from 'markdown-it';

/** Stands where something was that is not read, so that the words around it do not become neighbours. */
export const GAP = '\uFFFC';
/** What these elements hold is code, or is never shown, or is somebody else's word. */
const NOT_READ = 'pre|code|tt|samp|kbd|script|style|textarea|template|blockquote';
/** A comment that is never closed hides everything after it. */
const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;
const ELEMENTS = new RegExp(`<(${NOT_READ})\\b[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi');
const TAGS = /<\/?[a-z][^<>]*>/gi;
/** Elements that only dress the words they hold; any other begins or ends something. */
const DRESS =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|cite|del|dfn|em|font|i|ins|mark|q|s|small|span|strike|strong|sub|sup|u|var)\b/i;
const TAG = new RegExp(`^<(/?)(${NOT_READ})\\b`, 'i');

/** What a block shows as running text: code and comments fall away, emphasis does not separate words. */
export function visibleText(block: Token): string {
  if (block.type === 'html_block') return textOfHtml(block.content);
  return block.type === 'inline' ? textOfInline(block.children ?? []) : '';
}

/** Raw HTML without the elements that are code, quotes or never shown. */
export function readableHtml(html: string): string {
  return html.replace(ELEMENTS, GAP);
}

function textOfHtml(html: string): string {
  return readableHtml(html.replace(COMMENTS, ' ')).replace(TAGS, shownTag);
}

function textOfInline(parts: readonly Token[]): string {
  let text = '';
  let unread = 0;
  for (const part of parts) {
    const [, closing, element] = part.type === 'html_inline' ? (TAG.exec(part.content) ?? []) : [];
    if (element !== undefined) {
      unread = Math.max(0, unread + (closing ? -1 : 1));
      text += GAP;
    } else if (unread === 0) text += textOf(part);
  }
  return text;
}

function textOf(part: Token): string {
  switch (part.type) {
    case 'text':
    case 'text_special':
      return part.content;
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'html_inline':
      return shownTag(part.content);
    case 'code_inline':
    case 'image':
      return GAP;
    default:
      return '';
  }
}

/** A comment leaves a blank behind: the words around it are neighbours, and halves of a word stay halves. */
function shownTag(tag: string): string {
  if (tag.startsWith('<!--')) return ' ';
  return DRESS.test(tag) ? '' : GAP;
}
