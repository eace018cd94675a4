/**
 * Cuts a stream of bytes into lines. A character may be split over two chunks, so bytes are kept and only whole lines
 * are decoded. A line longer than the limit is dropped while it comes in and counted, never kept.
 */
export class LineSplitter {
  tooLong = 0;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private isDropping = false;

  constructor(
    private readonly maxLineBytes: number,
    private readonly onLine: (line: string) => void,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    for (let newline = chunk.indexOf(10); newline >= 0; newline = chunk.indexOf(10, from)) {
      this.keep(chunk.subarray(from, newline));
      this.finishLine();
      from = newline + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
  }

  /** The last line may have no newline. */
  end(): void {
    if (this.heldBytes > 0 || this.isDropping) this.finishLine();
  }

  /** Copies: the caller reads the next chunk into the same buffer. */
  private keep(bytes: Buffer): void {
    if (this.isDropping) return;
    this.heldBytes += bytes.length;
    if (this.heldBytes > this.maxLineBytes) {
      this.isDropping = true;
      this.held = [];
      return;
    }
    this.held.push(Buffer.from(bytes));
  }

  private finishLine(): void {
    if (this.isDropping) this.tooLong += 1;
    else this.onLine(Buffer.concat(this.held, this.heldBytes).toString('utf8').replace(/\r$/, ''));
    this.held = [];
    this.heldBytes = 0;
    this.isDropping = false;
  }
}
