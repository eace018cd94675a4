import type { TurnEvent } from '../../harness/turn-event.js';

/** What is said of any event of a turn, whatever its kind. */
export interface TurnOutputView {
  readonly kind: string;
  readonly text: string | null;
  readonly tool: string | null;
  readonly subject: string | null;
  readonly failed: boolean | null;
  readonly json: string;
}

export function turnOutputView(event: TurnEvent): TurnOutputView {
  const nothing = {
    kind: event.kind,
    text: null,
    tool: null,
    subject: null,
    failed: null,
    json: JSON.stringify(event),
  };
  switch (event.kind) {
    case 'text':
    case 'noise':
      return { ...nothing, text: event.text };
    case 'waiting':
      return { ...nothing, text: event.reason };
    case 'tool-started':
      return { ...nothing, tool: event.tool, subject: event.subject };
    case 'tool-finished':
      return { ...nothing, failed: event.failed };
    default:
      return nothing;
  }
}
