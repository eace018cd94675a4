import { addedBy, type Counts } from './conversation-cost.js';
import { failureIn, isLimitNotice } from './failure-evidence.js';
import type { ProcessEnd, TurnRequest } from './harness.adapter.js';
import { harnessArgsKey } from './harness-flags.js';
import { asList, asNumber, asObject, asText, type JsonObject } from './json-value.js';
import { outcomeOf } from './outcome-of.js';
import { inSentence, lastWords, onePage } from './plain-text.js';
import { endedByUs, endedWell, endedWithoutResult } from './process-ending.js';
import { resetTime } from './reset-time.js';
import type { TurnEvent } from './turn-event.js';
import { lastResult, noiseOf, startOf } from './turn-evidence.js';
import type { TurnOutcome } from './turn-outcome.js';

/** The last version measured whose `total_cost_usd` was the run's own; from 2.1.300 on it is the conversation's. */
const LAST_COST_PER_RUN = [2, 1, 250];

/** Success needs exit 0, a result without an error flag, and a model call; neither status nor subtype is enough alone. */
export function classifyClaude(end: ProcessEnd, events: readonly TurnEvent[], turn: TurnRequest): TurnOutcome {
  const ours = endedByUs(end);
  if (ours !== undefined) return ours;
  const result = lastResult(events);
  if (result === undefined) return withoutResult(end, events, turn);

  const facts = factsOf(result, turn, startOf(events)?.version ?? null);
  const said = inSentence(asText(result.result) ?? asList(result.errors).map(String).join(' '));
  if (!endedWell(end) || result.is_error !== false || result.subtype !== 'success') {
    return failed(result, said, end, turn, facts);
  }
  if (result.terminal_reason === 'prompt_too_long') return exhausted(end, facts);
  if (isLimitNotice(said)) return limited(said, end, facts);
  if (result.num_turns === 0) {
    return outcomeOf(
      'agent-error',
      `Claude Code made no model call: a hook stopped the prompt or it was a command (${said})`,
      end,
      facts,
    );
  }
  return outcomeOf('completed', deniedSentence(facts.deniedTools ?? []), end, {
    ...facts,
    harnessSessionId: asText(result.session_id) ?? turn.harnessSessionId,
  });
}

function deniedSentence(tools: readonly string[]): string {
  if (tools.length === 0) return '';
  const uses = tools.length === 1 ? 'a tool use was' : `${tools.length} tool uses were`;
  return `Completed, but ${uses} denied (${[...new Set(tools)].join(', ')}); allow what it needs in the settings of Claude Code, or by ${harnessArgsKey('claude')}`;
}

function failed(result: JsonObject, said: string, end: ProcessEnd, turn: TurnRequest, facts: Partial<TurnOutcome>) {
  const status = asNumber(result.api_error_status);
  // An agent may write about limits; only the words of an error prove one.
  const isAnswer = result.is_error === false && result.subtype === 'success' && !isLimitNotice(said);
  const text = isAnswer ? end.stderr : `${said} ${asText(result.terminal_reason) ?? ''}`;
  const evidence = failureIn(text, end.at);
  if (isGone(text, end, turn)) return gone(end, turn);
  if (status === 401 || evidence?.class === 'not-logged-in') return notLoggedIn(said, end, facts);
  if (status === 429 || status === 529 || evidence?.class === 'rate-limited') return limited(said, end, facts);
  if (evidence?.class === 'context-exhausted') return exhausted(end, facts);
  if (
    String(result.subtype).startsWith('error_max') ||
    result.stop_reason === 'max_tokens' ||
    /token (?:limit|maximum)|max\w* (?:output )?tokens/i.test(said)
  ) {
    return outcomeOf(
      'limit-reached',
      `Claude Code stopped at a limit (${said || String(result.subtype)}); raise it in ${harnessArgsKey('claude')}`,
      end,
      facts,
    );
  }
  if (result.is_error === false && end.code !== null && end.code !== 0) {
    return { ...endedWithoutResult(end, 'Claude Code, after a result that says success,'), ...facts };
  }
  const where = status === undefined ? '' : ` (API status ${status})`;
  return outcomeOf(
    'agent-error',
    `Claude Code ended with an error${where}: ${said || String(result.subtype)}`,
    end,
    facts,
  );
}

function withoutResult(end: ProcessEnd, events: readonly TurnEvent[], turn: TurnRequest): TurnOutcome {
  const said = `${end.stderr}\n${noiseOf(events)}`;
  if (isGone(said, end, turn)) return gone(end, turn);
  if (/session id .* already in use/i.test(said)) {
    return outcomeOf(
      'busy',
      `Claude Code has a conversation "${turn.harnessSessionId}" already; resume it instead of starting it`,
      end,
    );
  }
  if (
    /unknown option|argument missing|invalid (?:value|option)|requires --verbose|cannot be used with/i.test(end.stderr)
  ) {
    return outcomeOf(
      'bad-configuration',
      `Claude Code refused its arguments (${lastWords(end.stderr)}); see ${harnessArgsKey('claude')}`,
      end,
    );
  }
  const evidence = failureIn(said, end.at);
  if (evidence?.class === 'not-logged-in') return notLoggedIn(lastWords(said), end, {});
  if (evidence?.class === 'rate-limited') return limited(lastWords(said), end, {});
  if (evidence?.class === 'context-exhausted') return exhausted(end, {});
  return endedWithoutResult(end, 'Claude Code');
}

/** A failed run's id is never kept: with an error it may be that of a conversation that did not load. */
function factsOf(result: JsonObject, turn: TurnRequest, version: string | null): Partial<TurnOutcome> {
  const total = asNumber(result.total_cost_usd);
  const totals: Counts | null = total === undefined ? null : { costUsd: total };
  const added =
    totals === null ? null : addedBy(totals, turn.totalsBefore, turn.kind === 'spawn' || costsPerRun(version));
  const text = asText(result.result);
  return {
    text: text === undefined ? null : onePage(text),
    deniedTools: asList(result.permission_denials).map((denial) => asText(asObject(denial)?.tool_name) ?? 'tool'),
    costUsd: ownCost(asObject(result.model_usage_since_last_result)) ?? added?.costUsd ?? null,
    usage: usageOf(asObject(result.usage)),
    totals,
  };
}

/** Newer versions say by model what the run itself has cost; what a person did in between is not in it. */
function ownCost(models: JsonObject | undefined): number | undefined {
  if (models === undefined) return undefined;
  return Object.values(models).reduce<number>((sum, model) => sum + (asNumber(asObject(model)?.costUSD) ?? 0), 0);
}

function usageOf(usage: JsonObject | undefined): Counts | null {
  if (usage === undefined) return null;
  return {
    inputTokens: asNumber(usage.input_tokens) ?? 0,
    outputTokens: asNumber(usage.output_tokens) ?? 0,
    cacheCreationTokens: asNumber(usage.cache_creation_input_tokens) ?? 0,
    cacheReadTokens: asNumber(usage.cache_read_input_tokens) ?? 0,
  };
}

function costsPerRun(version: string | null): boolean {
  const parts = (version ?? '').split('.').map(Number);
  if (parts.length < 3 || parts.some(Number.isNaN)) return false;
  const differing = LAST_COST_PER_RUN.findIndex((part, index) => part !== parts[index]);
  return differing < 0 || (parts[differing] ?? 0) < (LAST_COST_PER_RUN[differing] ?? 0);
}

const isGone = (text: string, end: ProcessEnd, turn: TurnRequest): boolean =>
  turn.kind === 'resume' && end.code !== 0 && /no conversation found/i.test(`${text} ${end.stderr}`);

const gone = (end: ProcessEnd, turn: TurnRequest): TurnOutcome =>
  outcomeOf(
    'session-gone',
    `Claude Code no longer knows the conversation "${turn.harnessSessionId}" (it deletes old ones, after 30 days by default); register the item again, or set routing.onStale: respawn`,
    end,
  );

const notLoggedIn = (said: string, end: ProcessEnd, facts: Partial<TurnOutcome>): TurnOutcome =>
  outcomeOf(
    'not-logged-in',
    `Claude Code is not logged in (${said}); run "claude" once and log in, or hand on a key by harnesses.claude.environment`,
    end,
    facts,
  );

const limited = (said: string, end: ProcessEnd, facts: Partial<TurnOutcome>): TurnOutcome =>
  outcomeOf('rate-limited', `Claude Code has to wait: ${said}`, end, { ...facts, until: resetTime(said, end.at) });

const exhausted = (end: ProcessEnd, facts: Partial<TurnOutcome>): TurnOutcome =>
  outcomeOf(
    'context-exhausted',
    'The conversation no longer fits the context of Claude Code; compact it in a terminal (/compact) or register a new one',
    end,
    facts,
  );
