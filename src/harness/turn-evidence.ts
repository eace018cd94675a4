import type { JsonObject } from './json-value.js';
import type { TurnEvent } from './turn-event.js';

type Started = Extract<TurnEvent, { kind: 'started' }>;

export const startOf = (events: readonly TurnEvent[]): Started | undefined =>
  events.find((event): event is Started => event.kind === 'started');

/** The last valid result counts: banners and earlier results stand before it. */
export const lastResult = (events: readonly TurnEvent[]): JsonObject | undefined =>
  events.flatMap((event) => (event.kind === 'result' ? [event.result] : [])).at(-1);

export const lastText = (events: readonly TurnEvent[]): string | undefined =>
  events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).at(-1);

/** What was printed outside the protocol, joined. */
export const noiseOf = (events: readonly TurnEvent[]): string =>
  events.flatMap((event) => (event.kind === 'noise' ? [event.text] : [])).join('\n');
