import { asObject } from './json-value.js';
import { onePage } from './plain-text.js';
import type { TurnEvent } from './turn-event.js';

const MOST_ENTRIES = 100;
const MOST_TEXT = 64_000;

/** An event as it is kept: no single one can fill a disk, a database row or a reader's buffer. */
export function boundedEvent(event: TurnEvent): TurnEvent {
  switch (event.kind) {
    case 'text':
    case 'noise':
      return event.text.length <= MOST_TEXT ? event : { ...event, text: onePage(event.text) };
    case 'result':
      return { kind: 'result', result: asObject(bounded(event.result, 4)) ?? {} };
    default:
      return event;
  }
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return onePage(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((entry) => bounded(entry, depth - 1));
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(entries.map(([name, entry]) => [name, bounded(entry, depth - 1)]));
}
