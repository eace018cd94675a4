import MarkdownIt, { type Token } from 'markdown-it';

/**
 * Markdown as GitHub reads it: raw HTML is markup, references and addresses stay text. Tables are left as the lines they
 * are: their words read the same, and a table of a few kilobytes can be blown up into tens of thousands of cells.
 */
const MARKDOWN = new MarkdownIt('default', { html: true, linkify: false, typographer: false }).disable('table');

/** The blocks of a text that are its author's own words: no quotes. Line ends of any system count. */
export function ownBlocks(text: string): Token[] {
  const own: Token[] = [];
  let quotes = 0;
  for (const block of MARKDOWN.parse(text, {})) {
    if (block.type === 'blockquote_open') quotes += 1;
    else if (block.type === 'blockquote_close') quotes -= 1;
    else if (quotes === 0) own.push(block);
  }
  return own;
}

/** The lines as they were written, also those that Markdown shows otherwise or not at all: no quotes, no code, no HTML. */
export function ownLines(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  for (const block of MARKDOWN.parse(text, {})) {
    if (block.map !== null && mayHoldOthersWords(block)) lines.fill('', ...block.map);
  }
  return lines;
}

function mayHoldOthersWords({ type, children }: Token): boolean {
  if (['blockquote_open', 'fence', 'code_block', 'html_block'].includes(type)) return true;
  return children?.some((part) => part.type === 'code_inline' || part.type === 'html_inline') ?? false;
}
