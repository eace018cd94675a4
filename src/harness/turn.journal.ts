import { type FileHandle, open } from 'node:fs/promises';
import { jsonValue } from './json-value.js';
import type { TurnEvent } from './turn-event.js';
import { turnFiles } from './turn-files.js';

const MOST_PENDING = 4 * 1024 * 1024;

/**
 * The normalised events of a turn in its run directory. What is written follows from the output alone, byte for byte,
 * so an adopted turn is read again from its beginning and continues the file exactly where an earlier server stopped.
 */
export class TurnJournal {
  private position = 0;
  private pending: string[] = [];

  private constructor(
    private readonly file: FileHandle,
    private readonly written: number,
  ) {}

  static async open(path: string): Promise<TurnJournal> {
    const file = await open(path, 'a+', 0o600);
    await file.close();
    const writable = await open(path, 'r+');
    return new TurnJournal(writable, (await writable.stat()).size);
  }

  /** True when the event is news; false when an earlier server has written it down. */
  add(event: TurnEvent): boolean {
    const line = `${JSON.stringify(event)}\n`;
    this.position += Buffer.byteLength(line);
    if (this.position <= this.written) return false;
    this.pending.push(line);
    return true;
  }

  /** A disk that is full now is tried again later; the turn itself needs none of this and goes on. */
  async flush(): Promise<void> {
    if (this.pending.length === 0) return;
    const bytes = Buffer.from(this.pending.join(''));
    try {
      await this.file.write(bytes, 0, bytes.length, this.position - bytes.length);
      this.pending = [];
    } catch {
      if (bytes.length > MOST_PENDING) this.pending = [];
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

export interface JournalEntry {
  readonly event: TurnEvent;
  /** The byte offset behind this event; reading on from here gives the next one. */
  readonly after: number;
}

/** Whole events behind a byte offset of `events.jsonl`, at most about `mostBytes` of them. */
export async function readTurnEvents(directory: string, after: number, mostBytes = 1_000_000): Promise<JournalEntry[]> {
  const file = await open(turnFiles(directory).events, 'r').catch(() => undefined);
  if (file === undefined) return [];
  try {
    // One byte before the offset tells whether it stands at the beginning of a line.
    const from = Math.max(0, after - 1);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, from);
    const entries = entriesOf(buffer.subarray(0, bytesRead), from, after);
    if (entries.length > 0 || bytesRead < mostBytes) return entries;
  } finally {
    await file.close();
  }
  // One event is longer than what was asked for.
  return readTurnEvents(directory, after, mostBytes * 2);
}

function entriesOf(bytes: Buffer, from: number, after: number): JournalEntry[] {
  const entries: JournalEntry[] = [];
  let start = after === 0 ? 0 : bytes.indexOf(10) + 1;
  for (let newline = bytes.indexOf(10, start); newline >= 0; newline = bytes.indexOf(10, start)) {
    const event = jsonValue(bytes.subarray(start, newline).toString('utf8')) as TurnEvent | undefined;
    start = newline + 1;
    if (event !== undefined) entries.push({ event, after: from + start });
  }
  return entries;
}
