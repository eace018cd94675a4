import type { IncomingMessage } from 'node:http';
import { readBody } from './bounded.body.js';
import { declaredSize, type DoorRequest, type DoorRules, isWorthReading } from './door.js';

const NOTHING = Buffer.alloc(0);

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
  readBody(request, rules.maxBodyBytes, (body = NOTHING, size) => done({ headers, contentType, body, size }));
}
