import { type FileHandle, open, stat, truncate } from 'node:fs/promises';
import { LineSplitter } from './line-splitter.js';

const CHUNK = 64 * 1024;
/** What one look takes at most, so that a flood cannot keep the reader from everything else. */
const ONE_LOOK = 16 * 1024 * 1024;

/** Reads the output file of a turn as it grows, by byte offset. Who holds the file open at the other end is no matter. */
export class TurnOutput {
  private position = 0;
  private readonly chunk = Buffer.allocUnsafe(CHUNK);

  private constructor(
    private readonly file: FileHandle,
    private readonly splitter: LineSplitter,
  ) {}

  static async open(path: string, maxLineBytes: number, onLine: (line: string) => void): Promise<TurnOutput> {
    return new TurnOutput(await open(path, 'r'), new LineSplitter(maxLineBytes, onLine));
  }

  /** Reads on for one look; true when there may be more right now. */
  async advance(): Promise<{ bytes: number; isMore: boolean }> {
    for (let bytes = 0; ;) {
      const { bytesRead } = await this.file.read(this.chunk, 0, CHUNK, this.position);
      this.position += bytesRead;
      bytes += bytesRead;
      this.splitter.push(this.chunk.subarray(0, bytesRead));
      if (bytesRead === 0) return { bytes, isMore: false };
      if (bytes >= ONE_LOOK) return { bytes, isMore: true };
    }
  }

  /** The rest, up to a position: once nobody writes any more. */
  async finish(limit: number): Promise<void> {
    while (this.position <= limit && (await this.advance()).isMore);
    this.splitter.end();
  }

  get linesTooLong(): number {
    return this.splitter.tooLong;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  );

export async function cutTo(path: string, bytes: number): Promise<void> {
  if ((await sizeOf(path)) > bytes) await truncate(path, bytes);
}

/** The last bytes of a file as text, beginning with a whole character. */
export async function tailOf(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return from === 0 ? text : text.replace(/^\ufffd+/, '');
  } finally {
    await file.close();
  }
}
