import { asNumber, asObject, asText, type JsonObject, jsonObjects } from './json-value.js';
import { noise } from './noise.js';
import { inSentence } from './plain-text.js';
import type { TurnEvent } from './turn-event.js';

/** One line of `codex exec --json`. */
export function readCodex(line: string): readonly TurnEvent[] {
  return jsonObjects(line)?.flatMap(eventsOf) ?? noise(line);
}

function eventsOf(entry: JsonObject): readonly TurnEvent[] {
  switch (entry.type) {
    case 'thread.started':
      return [{ kind: 'started', harnessSessionId: asText(entry.thread_id) ?? null, version: null, model: null }];
    case 'item.started':
      return itemStarted(asObject(entry.item) ?? {});
    case 'item.completed':
      return itemCompleted(asObject(entry.item) ?? {});
    case 'turn.completed':
    case 'turn.failed':
      return [{ kind: 'result', result: entry }];
    case 'error':
      return [{ kind: 'waiting', reason: inSentence(asText(entry.message) ?? 'The model API reported an error') }];
    default:
      return [];
  }
}

const TOOLS = ['command_execution', 'mcp_tool_call', 'web_search', 'file_change'];

function itemStarted(item: JsonObject): readonly TurnEvent[] {
  const type = asText(item.type) ?? '';
  if (!TOOLS.includes(type)) return [];
  const subject = asText(item.command) ?? asText(item.query) ?? asText(item.tool);
  return [
    {
      kind: 'tool-started',
      tool: type,
      id: asText(item.id) ?? null,
      subject: subject === undefined ? null : inSentence(subject),
    },
  ];
}

/** An item of type `error` is a warning of codex, not the failure of the turn. */
function itemCompleted(item: JsonObject): readonly TurnEvent[] {
  const type = asText(item.type) ?? '';
  const text = asText(item.text);
  if (type === 'agent_message' && text !== undefined) return [{ kind: 'text', text }];
  if (type === 'error') return noise(asText(item.message) ?? '');
  if (!TOOLS.includes(type)) return [];
  const failed = item.status === 'failed' || (asNumber(item.exit_code) ?? 0) !== 0;
  return [{ kind: 'tool-finished', id: asText(item.id) ?? null, failed }];
}
