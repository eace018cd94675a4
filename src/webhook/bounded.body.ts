import type { IncomingMessage } from 'node:http';
import type { BodyReader, BodyRoom } from './body.room.js';

export interface BodyBounds {
  /** What grows larger is read no further. */
  readonly mostBytes: number;
  /** Shared with the other bodies that are arriving; without one there is no bound for all together. */
  readonly room?: BodyRoom;
}

export type BodyReading = { readonly body: Buffer } | { readonly refused: 'too-large' | 'no-room' };

/** Reads a body within bounds. What still arrives of a refused one is thrown away as it comes. */
export function readBody(
  request: IncomingMessage,
  { mostBytes, room }: BodyBounds,
  done: (reading: BodyReading) => void,
): void {
  let chunks: Buffer[] = [];
  let size = 0;
  const refuse = (refused: 'too-large' | 'no-room'): void => {
    chunks = [];
    request.off('data', take).off('end', end).resume();
    room?.free(reader);
    done({ refused });
  };
  const reader: BodyReader = { giveUp: () => refuse('no-room') };
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > mostBytes) return refuse('too-large');
    chunks.push(chunk);
    room?.hold(reader, chunk.length);
  };
  const end = (): void => {
    room?.free(reader);
    done({ body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
  };
  request
    .on('data', take)
    .once('end', end)
    .once('close', () => room?.free(reader));
}
