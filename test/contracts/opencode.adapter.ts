import { Injectable } from '@nestjs/common';
import { failureIn } from '../../src/harness/failure-evidence.js';
import { HarnessAdapter } from '../../src/harness/harness.adapter.js';
import type { ProcessEnd, ProcessPlan, TurnRequest } from '../../src/harness/harness.adapter.js';
import { asNumber, asObject, asText, type JsonObject, jsonObjects } from '../../src/harness/json-value.js';
import { noise } from '../../src/harness/noise.js';
import { outcomeOf } from '../../src/harness/outcome-of.js';
import { inSentence, lastWords } from '../../src/harness/plain-text.js';
import { endedByUs, endedWell, endedWithoutResult } from '../../src/harness/process-ending.js';
import type { TurnEvent } from '../../src/harness/turn-event.js';
import { lastResult, lastText, noiseOf, startOf } from '../../src/harness/turn-evidence.js';
import type { TurnOutcome } from '../../src/harness/turn-outcome.js';

/** opencode 1.18: every line names the session, the prompt is its stdin, the step that asks for no tool is the last. */
@Injectable()
export class OpencodeAdapter extends HarnessAdapter {
  readonly name = 'opencode';
  readonly choosesId = false;
  readonly environment = { prefixes: ['OPENCODE_'], markers: [] };
  readonly flags = {
    protocol: [
      '--format',
      '-s',
      '--session',
      '-c',
      '--continue',
      '--fork',
      '--dir',
      '--attach',
      '-i',
      '--interactive',
      '--',
    ],
    widening: [{ flag: '--auto' }, { flag: '--share' }],
  };

  plan({ kind, harnessSessionId, cwd, extraArgs }: TurnRequest): ProcessPlan {
    this.refuse(this.argumentProblem(extraArgs));
    if (kind === 'resume') this.refuse(this.idProblem(harnessSessionId ?? ''));
    const session = kind === 'resume' ? ['--session', harnessSessionId ?? ''] : [];
    // Resumed from any other directory it waits for ever and says nothing.
    return { args: ['run', '--format', 'json', ...session, '--dir', cwd, ...extraArgs], stdin: 'prompt' };
  }

  read(line: string): readonly TurnEvent[] {
    return jsonObjects(line)?.flatMap(eventsOf) ?? noise(line);
  }

  classify(end: ProcessEnd, events: readonly TurnEvent[], turn: TurnRequest): TurnOutcome {
    const ours = endedByUs(end);
    if (ours !== undefined) return ours;
    const result = lastResult(events);
    const id = startOf(events)?.harnessSessionId ?? null;
    const facts = { text: lastText(events) ?? null };
    if (turn.kind === 'resume' && id !== null && id !== turn.harnessSessionId) {
      const said = `opencode answered in session "${id}" instead of "${turn.harnessSessionId}"; register the item again`;
      return outcomeOf('session-changed', said, end, facts);
    }
    if (result?.reason === 'stop' && endedWell(end)) {
      return outcomeOf('completed', '', end, { ...facts, harnessSessionId: id });
    }
    return { ...failure(end, result, `${errorIn(result)}\n${noiseOf(events)}\n${end.stderr}`), ...facts };
  }

  idProblem(harnessSessionId: string): string | undefined {
    if (/^ses_\w+$/.test(harnessSessionId)) return undefined;
    return `Cannot use "${harnessSessionId}": it is no session id of opencode, which begin with ses_ ("opencode session list" shows them)`;
  }

  resumeArguments(harnessSessionId: string): readonly string[] {
    return ['--session', harnessSessionId];
  }
}

function eventsOf(entry: JsonObject): readonly TurnEvent[] {
  const harnessSessionId = asText(entry.sessionID);
  if (harnessSessionId === undefined) return [];
  // Said on every line; the first counts.
  return [
    { kind: 'started', harnessSessionId, version: null, model: null },
    ...told(entry, asObject(entry.part) ?? {}),
  ];
}

function told(entry: JsonObject, part: JsonObject): readonly TurnEvent[] {
  switch (entry.type) {
    case 'text':
      return [{ kind: 'text', text: asText(part.text) ?? '' }];
    case 'tool_use':
      return toolUse(part, asObject(part.state) ?? {});
    case 'step_finish':
      return part.reason === 'tool-calls' ? [] : [{ kind: 'result', result: part }];
    case 'error':
      return [{ kind: 'result', result: entry }];
    default:
      return [];
  }
}

/** A tool is told once, when it has finished. */
function toolUse(part: JsonObject, state: JsonObject): readonly TurnEvent[] {
  const id = asText(part.callID) ?? null;
  const subject = asText(asObject(state.input)?.command) ?? asText(state.title);
  return [
    {
      ...{ kind: 'tool-started', tool: asText(part.tool) ?? 'tool', id },
      subject: subject === undefined ? null : inSentence(subject),
    },
    { kind: 'tool-finished', id, failed: state.status === 'error' },
  ];
}

function failure(end: ProcessEnd, result: JsonObject | undefined, said: string): TurnOutcome {
  const words = lastWords(said);
  if (/session not found/i.test(said)) {
    return outcomeOf('session-gone', 'opencode no longer knows the session; register the item again', end);
  }
  const status = asNumber(asObject(asObject(result?.error)?.data)?.statusCode);
  const evidence = failureIn(said, end.at);
  if (status === 401 || evidence?.class === 'not-logged-in') {
    return outcomeOf('not-logged-in', `opencode is not logged in (${words}); run "opencode auth login" once`, end);
  }
  if (status === 429 || evidence?.class === 'rate-limited') {
    const until = evidence?.class === 'rate-limited' ? evidence.until : null;
    return outcomeOf('rate-limited', `opencode has to wait: ${words}`, end, { until });
  }
  if (evidence !== undefined) return outcomeOf(evidence.class, `The session no longer fits opencode (${words})`, end);
  if (result?.type === 'error') return outcomeOf('agent-error', `opencode ended with an error: ${words}`, end);
  return endedWithoutResult(end, 'opencode');
}

const errorIn = (result: JsonObject | undefined): string =>
  asText(asObject(asObject(result?.error)?.data)?.message) ?? '';
