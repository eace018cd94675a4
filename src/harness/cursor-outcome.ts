import { failureIn, isLimitNotice } from './failure-evidence.js';
import type { ProcessEnd, TurnRequest } from './harness.adapter.js';
import { harnessArgsKey } from './harness-flags.js';
import { asNumber, asObject, asText, type JsonObject } from './json-value.js';
import { outcomeOf } from './outcome-of.js';
import { inSentence, lastWords, onePage } from './plain-text.js';
import { endedByUs, endedWell, endedWithoutResult } from './process-ending.js';
import { resetTime } from './reset-time.js';
import type { TurnEvent } from './turn-event.js';
import { lastResult, noiseOf, startOf } from './turn-evidence.js';
import type { TurnOutcome } from './turn-outcome.js';

/** Cursor answers an unknown id with a fresh chat and success: the id decides. On failure it prints no JSON at all. */
export function classifyCursor(end: ProcessEnd, events: readonly TurnEvent[], turn: TurnRequest): TurnOutcome {
  const ours = endedByUs(end);
  if (ours !== undefined) return ours;
  const result = lastResult(events);
  const id = asText(result?.session_id) ?? startOf(events)?.harnessSessionId ?? null;
  const facts = result === undefined ? {} : factsOf(result);
  if (turn.kind === 'resume' && id !== null && id !== turn.harnessSessionId) {
    return outcomeOf(
      'session-changed',
      `Cursor did not know the chat "${turn.harnessSessionId}" and started "${id}", which has no memory; register the item again with a chat that exists`,
      end,
      facts,
    );
  }
  if (result !== undefined && endedWell(end) && result.is_error === false && result.subtype === 'success') {
    const said = asText(result.result) ?? '';
    if (isLimitNotice(said)) return limited(inSentence(said), end, facts);
    if (id === null) return outcomeOf('no-result', 'Cursor printed a result that names no chat', end, facts);
    return outcomeOf('completed', '', end, { ...facts, harnessSessionId: id });
  }
  return failed(end, `${asText(result?.result) ?? ''}\n${noiseOf(events)}\n${end.stderr}`, facts, result !== undefined);
}

function failed(end: ProcessEnd, said: string, facts: Partial<TurnOutcome>, hasResult: boolean): TurnOutcome {
  const words = lastWords(said);
  if (/workspace trust required/i.test(said)) {
    return outcomeOf(
      'untrusted-directory',
      `Cursor refuses a directory that nobody has trusted; trust it in a terminal once, or add "--trust" to ${harnessArgsKey('cursor')}`,
      end,
      facts,
    );
  }
  if (/unknown option|unexpected argument|argument missing/i.test(said)) {
    return outcomeOf(
      'bad-configuration',
      `Cursor refused its arguments (${words}); see ${harnessArgsKey('cursor')}`,
      end,
      facts,
    );
  }
  const evidence = failureIn(said, end.at);
  if (evidence?.class === 'not-logged-in') {
    return outcomeOf('not-logged-in', `Cursor is not logged in (${words}); run "cursor-agent login" once`, end, facts);
  }
  if (evidence?.class === 'rate-limited') return limited(words, end, facts);
  if (evidence?.class === 'context-exhausted') {
    return outcomeOf(
      'context-exhausted',
      'The chat no longer fits the context of Cursor; register a new one',
      end,
      facts,
    );
  }
  if (hasResult)
    return outcomeOf('agent-error', `Cursor ended with an error: ${words || 'it gave no reason'}`, end, facts);
  return endedWithoutResult(end, 'Cursor');
}

function factsOf(result: JsonObject): Partial<TurnOutcome> {
  const text = asText(result.result);
  const usage = Object.entries(asObject(result.usage) ?? {}).flatMap(([name, value]) => {
    const count = asNumber(value);
    return count === undefined ? [] : [[name, count] as const];
  });
  return {
    text: text === undefined ? null : onePage(text),
    usage: usage.length === 0 ? null : Object.fromEntries(usage),
  };
}

const limited = (said: string, end: ProcessEnd, facts: Partial<TurnOutcome>): TurnOutcome =>
  outcomeOf('rate-limited', `Cursor has to wait: ${said}`, end, { ...facts, until: resetTime(said, end.at) });
