import { addedBy, type Counts } from './conversation-cost.js';
import { failureIn } from './failure-evidence.js';
import type { ProcessEnd, TurnRequest } from './harness.adapter.js';
import { harnessArgsKey } from './harness-flags.js';
import { asNumber, asObject, asText, type JsonObject } from './json-value.js';
import { outcomeOf } from './outcome-of.js';
import { inSentence, lastWords, onePage } from './plain-text.js';
import { endedByUs, endedWell, endedWithoutResult } from './process-ending.js';
import { resetTime } from './reset-time.js';
import type { TurnEvent } from './turn-event.js';
import { lastResult, lastText, noiseOf, startOf } from './turn-evidence.js';
import type { TurnOutcome } from './turn-outcome.js';

/** Codex says itself when a thread is gone or open elsewhere; only an id it takes for a title starts a blank thread. */
export function classifyCodex(end: ProcessEnd, events: readonly TurnEvent[], turn: TurnRequest): TurnOutcome {
  const ours = endedByUs(end);
  if (ours !== undefined) return ours;
  const result = lastResult(events);
  const thread = startOf(events)?.harnessSessionId ?? null;
  const facts = factsOf(result, events, turn);
  if (turn.kind === 'resume' && thread !== null && thread !== turn.harnessSessionId) {
    return outcomeOf(
      'session-changed',
      `Codex did not know the thread "${turn.harnessSessionId}" and started "${thread}", which has no memory; register the item again with a thread that exists`,
      end,
      facts,
    );
  }
  if (result?.type === 'turn.completed' && endedWell(end)) {
    if (thread === null) return outcomeOf('no-result', 'Codex printed a result but named no thread', end, facts);
    return outcomeOf('completed', '', end, { ...facts, harnessSessionId: thread });
  }
  return failed(result, end, `${messageOf(result)}\n${waits(events)}\n${noiseOf(events)}\n${end.stderr}`, turn, facts);
}

function failed(
  result: JsonObject | undefined,
  end: ProcessEnd,
  said: string,
  turn: TurnRequest,
  facts: Partial<TurnOutcome>,
) {
  const words = inSentence(messageOf(result)) || lastWords(said);
  if (turn.kind === 'resume' && /no rollout found/i.test(said)) {
    return outcomeOf(
      'session-gone',
      `Codex no longer knows the thread "${turn.harnessSessionId}"; register the item again, or set routing.onStale: respawn`,
      end,
      facts,
    );
  }
  if (/already has an active writer/i.test(said)) {
    return outcomeOf(
      'busy',
      `The thread "${turn.harnessSessionId}" is open in another Codex; close it there`,
      end,
      facts,
    );
  }
  if (/not inside a trusted directory/i.test(said)) {
    return outcomeOf(
      'untrusted-directory',
      `Codex refuses "${turn.cwd}" because it is no git repository and nobody has trusted it; trust it in a terminal once, or add "--skip-git-repo-check" to ${harnessArgsKey('codex')}`,
      end,
      facts,
    );
  }
  if (end.code === 2 && result === undefined) {
    return outcomeOf(
      'bad-configuration',
      `Codex refused its arguments (${lastWords(end.stderr)}); see ${harnessArgsKey('codex')}`,
      end,
      facts,
    );
  }
  const evidence = failureIn(said, end.at);
  if (evidence?.class === 'not-logged-in') {
    return outcomeOf('not-logged-in', `Codex is not logged in (${words}); run "codex login" once`, end, facts);
  }
  if (evidence?.class === 'rate-limited' || /usage limit/i.test(said)) {
    return outcomeOf('rate-limited', `Codex has to wait: ${words}`, end, { ...facts, until: resetTime(said, end.at) });
  }
  if (evidence?.class === 'context-exhausted') {
    return outcomeOf(
      'context-exhausted',
      'The thread no longer fits the context of Codex; compact it in a terminal (/compact) or register a new one',
      end,
      facts,
    );
  }
  if (result?.type === 'turn.failed')
    return outcomeOf('agent-error', `Codex ended with an error: ${words}`, end, facts);
  if (result !== undefined) return { ...endedWithoutResult(end, 'Codex, after a result that says success,'), ...facts };
  return endedWithoutResult(end, 'Codex');
}

/** `turn.completed.usage` counts the whole thread. */
function factsOf(
  result: JsonObject | undefined,
  events: readonly TurnEvent[],
  turn: TurnRequest,
): Partial<TurnOutcome> {
  const usage = asObject(result?.usage);
  const totals: Counts | null =
    usage === undefined
      ? null
      : {
          inputTokens: asNumber(usage.input_tokens) ?? 0,
          outputTokens: asNumber(usage.output_tokens) ?? 0,
          cacheReadTokens: asNumber(usage.cached_input_tokens) ?? 0,
        };
  const text = lastText(events);
  return {
    text: text === undefined ? null : onePage(text),
    totals,
    usage: totals === null ? null : addedBy(totals, turn.totalsBefore, turn.kind === 'spawn'),
  };
}

const messageOf = (result: JsonObject | undefined): string => asText(asObject(result?.error)?.message) ?? '';

const waits = (events: readonly TurnEvent[]): string =>
  events
    .flatMap((event) => (event.kind === 'waiting' ? [event.reason] : []))
    .slice(-1)
    .join('');
