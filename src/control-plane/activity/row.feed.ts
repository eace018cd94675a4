import { ControlError } from '../control-error.js';

export interface FeedPage<T> {
  readonly rows: readonly T[];
  /** Everything up to here has been looked at, also where nothing of it was wanted. */
  readonly seenTo: number;
  /** Nothing will ever come behind these rows. */
  readonly ended?: boolean;
}

export interface FeedSource<T> {
  /** The rows behind `after`, oldest first, from committed data. */
  page(after: number): Promise<FeedPage<T>>;
  /** Calls back whenever there may be something new; returns the way out. */
  listen(ring: () => void): () => void;
}

/** So much may happen without a reader taking any of it; then it is ended rather than dragged along. */
export const MAX_BEHIND = 20_000;

/**
 * The one path for replay, live and resume: rows are read from the database, and the bell only says "look again". Made by
 * hand: an async generator's `finally` does not run while it waits, and would leave its listener behind when a client
 * leaves. It reads only when it is asked, so a reader that does not read costs nothing but its place.
 */
export class RowFeed<T extends { readonly seq: number }> implements AsyncIterableIterator<T> {
  private rows: T[] = [];
  private seenTo: number;
  private complete = false;
  private closed = false;
  private lost = false;
  /** What was rung for and not taken yet. */
  private behind = 0;
  private wake = (): void => undefined;
  private readonly unlisten: () => void;

  constructor(
    private after: number,
    private readonly source: FeedSource<T>,
    private readonly maxBehind = MAX_BEHIND,
  ) {
    this.seenTo = after;
    this.unlisten = source.listen(() => this.rung()); // before the first read: no gap
  }

  async next(): Promise<IteratorResult<T>> {
    while (!this.closed) {
      const row = this.rows.shift();
      if (row !== undefined) return { done: false, value: this.taken(row) };
      if (this.complete) this.end();
      else await this.look();
    }
    if (this.lost) throw tooFarBehind(this.after);
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T>> {
    this.lost = false;
    this.end();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<T>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private taken(row: T): T {
    this.after = row.seq;
    this.behind = Math.max(0, this.behind - 1);
    return row;
  }

  private async look(): Promise<void> {
    const rung = new Promise<void>((resolve) => (this.wake = resolve)); // armed before the read
    const place = Math.max(this.after, this.seenTo);
    const { rows, seenTo, ended } = await this.source.page(place);
    if (this.closed) return;
    this.rows = [...rows];
    this.seenTo = Math.max(place, seenTo);
    this.complete = ended === true;
    if (seenTo > place || rows.length === 0) this.behind = rows.length; // it has caught up
    if (rows.length === 0 && !this.complete) await rung;
  }

  private rung(): void {
    this.behind += 1;
    if (this.behind > this.maxBehind) {
      this.lost = true;
      this.end();
    }
    this.wake();
  }

  private end(): void {
    this.closed = true;
    this.rows = [];
    this.unlisten();
    this.wake();
  }
}

function tooFarBehind(cursor: number): ControlError {
  const sentence = `The reader is too far behind and was ended; subscribe again with after: ${cursor}, which is where it stopped`;
  return new ControlError('reader-too-slow', sentence, { cursor });
}
