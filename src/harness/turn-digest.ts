import type { TurnEvent } from './turn-event.js';

const MOST_RECENT = 100;

/** What `classify` is shown of a turn however long it ran: its beginning, its last result, and the latest events. */
export class TurnDigest {
  private start: TurnEvent | undefined;
  private result: TurnEvent | undefined;
  private recent: TurnEvent[] = [];

  add(event: TurnEvent): void {
    if (event.kind === 'started') this.start ??= event;
    else if (event.kind === 'result') this.result = event;
    else this.recent.push(event);
    if (this.recent.length > 2 * MOST_RECENT) this.recent = this.recent.slice(-MOST_RECENT);
  }

  get hasStarted(): boolean {
    return this.start !== undefined;
  }

  get hasResult(): boolean {
    return this.result !== undefined;
  }

  events(): TurnEvent[] {
    return [this.start, ...this.recent.slice(-MOST_RECENT), this.result].filter((event) => event !== undefined);
  }
}
