import { asObject, asText, type JsonObject, jsonObjects, objectsIn } from './json-value.js';
import { noise } from './noise.js';
import type { TurnEvent } from './turn-event.js';

/** One line of `cursor-agent -p --output-format stream-json` (or `json`: the result alone). Refusals are plain text. */
export function readCursor(line: string): readonly TurnEvent[] {
  return jsonObjects(line)?.flatMap(eventsOf) ?? noise(line);
}

function eventsOf(entry: JsonObject): readonly TurnEvent[] {
  switch (entry.type) {
    case 'system':
      return entry.subtype === 'init' ? [started(entry)] : [];
    case 'assistant':
      return objectsIn(asObject(entry.message)?.content).flatMap((block) => {
        const text = asText(block.text);
        return text === undefined || text === '' ? [] : [{ kind: 'text' as const, text }];
      });
    case 'tool_call':
      return toolEvents(entry);
    case 'result':
      return [{ kind: 'result', result: entry }];
    default:
      return [];
  }
}

const started = (entry: JsonObject): TurnEvent => ({
  kind: 'started',
  harnessSessionId: asText(entry.session_id) ?? null,
  version: null,
  model: asText(entry.model) ?? null,
});

/** `tool_call` carries one object named after the tool: { readToolCall: { args, result } }. */
function toolEvents(entry: JsonObject): readonly TurnEvent[] {
  const [name, call] = Object.entries(asObject(entry.tool_call) ?? {})[0] ?? ['tool', undefined];
  const id = asText(entry.call_id) ?? null;
  if (entry.subtype === 'completed') {
    const answer = asObject(asObject(call)?.result);
    const failed = answer !== undefined && ('error' in answer || 'failure' in answer || 'rejected' in answer);
    return [{ kind: 'tool-finished', id, failed }];
  }
  const args = asObject(asObject(call)?.args);
  const subject = asText(args?.command) ?? asText(args?.path) ?? asText(args?.pattern) ?? null;
  return [{ kind: 'tool-started', tool: name.replace(/ToolCall$/, ''), id, subject }];
}
