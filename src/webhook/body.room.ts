/** Somebody who is reading a body. */
export interface BodyReader {
  /** Ends the reading and lets go of what was read. */
  giveUp(): void;
}

/**
 * How much the bodies that are still arriving may hold in memory together. Their signatures cannot be looked at before
 * they are complete, so anybody could begin as many large ones as the machine has memory for. When there is no room, the
 * largest gives way: what GitHub sends is mostly small and gets in all the same.
 */
export class BodyRoom {
  private readonly held = new Map<BodyReader, number>();
  private sum = 0;

  constructor(private readonly mostBytes: () => number) {}

  hold(reader: BodyReader, bytes: number): void {
    this.sum += bytes;
    this.held.set(reader, (this.held.get(reader) ?? 0) + bytes);
    while (this.sum > this.mostBytes()) {
      const largest = this.largest();
      this.free(largest);
      largest.giveUp();
    }
  }

  /** May be called twice. */
  free(reader: BodyReader): void {
    this.sum -= this.held.get(reader) ?? 0;
    this.held.delete(reader);
  }

  private largest(): BodyReader {
    return [...this.held].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
  }
}
