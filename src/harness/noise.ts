import { plainText } from './plain-text.js';
import type { TurnEvent } from './turn-event.js';

/** A line that is not JSON, for the live output; nothing for a blank one. */
export function noise(line: string): readonly TurnEvent[] {
  const text = plainText(line).trim();
  return text === '' ? [] : [{ kind: 'noise', text }];
}
