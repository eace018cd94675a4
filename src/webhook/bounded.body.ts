import type { IncomingMessage } from 'node:http';

/**
 * Reads a body of at most so many bytes. What grows larger is read no further, and `done` gets no bytes; what still
 * arrives of it is thrown away as it comes.
 */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
  done: (body: Buffer | undefined, size: number) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= mostBytes) return void chunks.push(chunk);
    request.off('data', take).off('end', end).resume();
    done(undefined, size);
  };
  const end = (): void => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), size);
  request.on('data', take).once('end', end);
}
