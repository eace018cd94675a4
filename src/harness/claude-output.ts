import { asNumber, asObject, asText, type JsonObject, jsonObjects, objectsIn } from './json-value.js';
import { noise } from './noise.js';
import { inSentence } from './plain-text.js';
import type { TurnEvent } from './turn-event.js';

/**
 * One line of `claude -p --output-format stream-json --verbose`, or the one line of `json`: the same objects, also
 * when a version prints them as an array. Unknown types say nothing.
 */
export function readClaude(line: string): readonly TurnEvent[] {
  return jsonObjects(line)?.flatMap(eventsOf) ?? noise(line);
}

function eventsOf(entry: JsonObject): readonly TurnEvent[] {
  switch (entry.type) {
    case 'system':
      return systemEvents(entry);
    case 'assistant':
      return blocks(entry).flatMap(spoken);
    case 'user':
      return blocks(entry).flatMap(answered);
    case 'result':
      return [{ kind: 'result', result: entry }];
    default:
      return [];
  }
}

function systemEvents(entry: JsonObject): readonly TurnEvent[] {
  if (entry.subtype === 'init') {
    return [
      {
        kind: 'started',
        harnessSessionId: asText(entry.session_id) ?? null,
        version: asText(entry.claude_code_version) ?? null,
        model: asText(entry.model) ?? null,
      },
    ];
  }
  if (entry.subtype === 'api_retry') return [{ kind: 'waiting', reason: retrying(entry) }];
  return [];
}

function retrying(entry: JsonObject): string {
  const status = asNumber(entry.error_status) ?? asText(entry.error) ?? 'no answer';
  const tries = `${asNumber(entry.attempt) ?? '?'} of ${asNumber(entry.max_retries) ?? '?'}`;
  return inSentence(`The model API answered ${status}; try ${tries}`);
}

const blocks = (entry: JsonObject): readonly JsonObject[] => objectsIn(asObject(entry.message)?.content);

function spoken(block: JsonObject): readonly TurnEvent[] {
  const text = asText(block.text);
  if (block.type === 'text' && text !== undefined && text !== '') return [{ kind: 'text', text }];
  if (block.type !== 'tool_use') return [];
  const subject = subjectOf(asObject(block.input));
  return [{ kind: 'tool-started', tool: asText(block.name) ?? 'tool', id: asText(block.id) ?? null, subject }];
}

function answered(block: JsonObject): readonly TurnEvent[] {
  if (block.type !== 'tool_result') return [];
  return [{ kind: 'tool-finished', id: asText(block.tool_use_id) ?? null, failed: block.is_error === true }];
}

function subjectOf(input: JsonObject | undefined): string | null {
  const names = ['command', 'file_path', 'path', 'pattern', 'url', 'query', 'description'];
  const subject = names.map((name) => asText(input?.[name])).find((text) => text !== undefined);
  return subject === undefined ? null : inSentence(subject);
}
