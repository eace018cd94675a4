import { resetTime } from './reset-time.js';

export type FailureEvidence =
  | { readonly class: 'rate-limited'; readonly until: number | null }
  | { readonly class: 'not-logged-in' | 'context-exhausted' };

const RATE_LIMITED =
  /too many requests|\b(?:status|error)\W{1,3}(?:429|529)\b|rate.?limit|overloaded|hit your [\w ]*limit|[\w-]+ limit reached|reached your [\w ]*limit/i;
const NOT_LOGGED_IN =
  /not logged in|please run \/login|please log ?in|invalid (?:x-)?api.?key|\b(?:status|error)\W{1,3}401\b|401 unauthori[sz]ed|authentication_error|authentication required|token (?:has )?expired/i;
const CONTEXT_EXHAUSTED =
  /prompt is too long|prompt_too_long|context (?:window|length)|context_length_exceeded|input (?:is too long|exceeds)/i;
const LIMIT_NOTICE =
  /^(?:you(?:['’]ve| have) (?:hit|reached) your [\w ]*limit|(?:claude (?:ai )?)?(?:usage|session|weekly|\d+-hour) limit reached)/i;

/** What the words of a failed turn prove. Only for texts of the harness: an agent may write about limits, too. */
export function failureIn(text: string, at: number): FailureEvidence | undefined {
  if (CONTEXT_EXHAUSTED.test(text)) return { class: 'context-exhausted' };
  if (NOT_LOGGED_IN.test(text)) return { class: 'not-logged-in' };
  if (RATE_LIMITED.test(text)) return { class: 'rate-limited', until: resetTime(text, at) };
  return undefined;
}

/** A limit notice in the place of an answer: some versions print it and exit with 0. Short, and it opens the text. */
export const isLimitNotice = (text: string): boolean => text.length < 300 && LIMIT_NOTICE.test(text.trim());
