import type { Token } from 'markdown-it';
import { ownBlocks, ownLines } from './markdown/own-blocks.js';
import { GAP, readableHtml } from './markdown/visible-text.js';

/**
 * Whether a text bears the marker by which the agents' own comments are known: on a line of its own, outside quotes and
 * code. A person who quotes the agent, or writes about the marker, is still a person.
 */
export function bearsMarker(text: string, marker: string): boolean {
  const line = marker.trim();
  if (line === '' || !text.includes(line)) return false;
  const isMarker = (each: string): boolean => each.trim() === line;
  return ownBlocks(text).some((block) => linesOf(block).some(isMarker)) || ownLines(text).some(isMarker);
}

function linesOf(block: Token): string[] {
  if (block.type === 'html_block') return readableHtml(block.content).split('\n');
  return block.type === 'inline' ? sourceOf(block.children ?? []).split('\n') : [];
}

/** The lines as written, with a hole where code was. */
function sourceOf(parts: readonly Token[]): string {
  return parts
    .map((part) => {
      if (part.type === 'softbreak' || part.type === 'hardbreak') return '\n';
      return part.type === 'code_inline' ? GAP : part.content || part.markup;
    })
    .join('');
}
