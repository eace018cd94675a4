import type { IncomingMessage } from 'node:http';
import { declaredSize, type DoorRequest, type DoorRules, isWorthReading } from './door.js';

const NOTHING = new Uint8Array(0);

/**
 * The raw bytes of a request on the webhook listener, in the form the door judges. What the headers rule out is not
 * read at all, and what grows too large is read no further.
 */
export function readDoorRequest(
  request: IncomingMessage,
  contentType: string | undefined,
  rules: DoorRules,
  done: (request: DoorRequest) => void,
): void {
  const { headers } = request;
  if (!isWorthReading(headers, rules)) {
    request.resume(); // what still arrives is thrown away as it comes
    return done({ headers, contentType, body: NOTHING, size: declaredSize(headers) });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= rules.maxBodyBytes) return void chunks.push(chunk);
    request.off('data', take).off('end', end).resume();
    done({ headers, contentType, body: NOTHING, size });
  };
  const end = (): void => {
    done({ headers, contentType, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), size });
  };
  request.on('data', take).once('end', end);
}
