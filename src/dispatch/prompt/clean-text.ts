export interface CleanText {
  readonly text: string;
  /** Whether something a reader of the page cannot see was taken out. */
  readonly removed: boolean;
}

/** Line ends of every kind, so that no untrusted line can pass as one of ours whatever splits the prompt. */
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/**
 * Characters that show nothing or change the order of what is shown: controls but newline and tab, bidirectional marks,
 * zero-width and other ignorable characters, tags, variation selectors, interlinear annotations, noncharacters.
 */
const UNSEEN = /(?![\n\t])\p{Cc}|\p{Default_Ignorable_Code_Point}|[\u{FFF9}-\u{FFFB}]|\p{Noncharacter_Code_Point}/gu;
/** As a browser reads them: an unfinished comment hides the rest, `<!-->` is complete. */
const HTML_COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Untrusted text without what a person would not see on the page. Linear in its length. */
export function cleanText(dirty: string): CleanText {
  const lines = dirty.replace(LINE_ENDS, '\n');
  const seen = lines.replace(UNSEEN, '').replace(HTML_COMMENT, '');
  // Taking out an inner comment can join the pieces of another one; a blank keeps it text.
  const text = seen.replaceAll('<!--', '<!- -').replace(LONE_SURROGATE, '\uFFFD');
  return { text, removed: seen !== lines };
}
