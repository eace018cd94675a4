import { type WorkItemRef, workItemKey, workItemRef } from '../sessions/work-item-ref.js';
import { ownBlocks } from './markdown/own-blocks.js';
import { visibleText } from './markdown/visible-text.js';

/** Where a description was written: `#12` means this repository, and a URL counts on this host only. */
export interface WrittenIn {
  readonly owner: string;
  readonly repo: string;
  readonly host: string;
}

/**
 * The issues that a description closes, in the order of its text, each once. GitHub's own grammar: one of nine keywords
 * as a whole word, an optional colon, white space, one reference (`#n`, `owner/repo#n`, `GH-n` or an issue URL).
 */
export function closingReferences(description: string, writtenIn: WrittenIn): WorkItemRef[] {
  if (!mayClose(description)) return [];
  const found = new Map<string, WorkItemRef>();
  for (const block of ownBlocks(description)) {
    for (const match of visibleText(block).matchAll(CLOSING)) {
      const ref = refOf(match.groups ?? {}, writtenIn);
      if (ref !== undefined && !found.has(workItemKey(ref))) found.set(workItemKey(ref), ref);
    }
  }
  return [...found.values()];
}

/** Parsing Markdown is the expensive part, and most descriptions close nothing. */
function mayClose(text: string): boolean {
  return /close|fix|resolve/i.test(text) && /#|gh-|\/issues\//i.test(text);
}

const KEYWORDS = ['close', 'closes', 'closed', 'fix', 'fixes', 'fixed', 'resolve', 'resolves', 'resolved'];
const NUMBER = '[1-9][0-9]*';
const REFERENCES = [
  `#(?<plain>${NUMBER})`,
  `[Gg][Hh]-(?<gh>${NUMBER})`,
  `(?<owner>[A-Za-z0-9_-]+)/(?<repo>[A-Za-z0-9._-]+)#(?<qualified>${NUMBER})`,
  `(?<site>[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]+)/(?<urlOwner>[A-Za-z0-9_-]+)/(?<urlRepo>[A-Za-z0-9._-]+)/issues/(?<url>${NUMBER})`,
];
const CLOSING = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_-])(?:${KEYWORDS.map(anyCase).join('|')}):?\\s+(?:${REFERENCES.join('|')})(?![\\p{L}\\p{M}\\p{N}_])`,
  'gu',
);

/** Spelled out, because the `i` flag under `u` also takes look-alikes such as `ſ` for s. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

function refOf(groups: Readonly<Record<string, string | undefined>>, writtenIn: WrittenIn): WorkItemRef | undefined {
  const { plain, gh, owner, repo, qualified, site, urlOwner, urlRepo, url } = groups;
  if (owner !== undefined && repo !== undefined) return workItemRef(owner, repo, Number(qualified));
  if (urlOwner !== undefined && urlRepo !== undefined) {
    return hostOf(site) === writtenIn.host ? workItemRef(urlOwner, urlRepo, Number(url)) : undefined;
  }
  return workItemRef(writtenIn.owner, writtenIn.repo, Number(plain ?? gh));
}

/** As a browser reads it: in lower case, without the port that goes without saying. What signs in somewhere is no host. */
function hostOf(site = ''): string | undefined {
  if (site.includes('@') || !URL.canParse(site)) return undefined;
  return new URL(site).host;
}
