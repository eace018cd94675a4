import type { IncomingMessage } from 'node:http';
import type { BodyRoom } from './body.room.js';
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
  room: BodyRoom,
  done: (request: DoorRequest) => void,
): void {
  const { headers } = request;
  if (!isWorthReading(headers, rules)) {
    request.resume(); // what still arrives is thrown away as it comes
    return done({ headers, contentType, body: NOTHING, size: declaredSize(headers) });
  }
  readBody(request, { mostBytes: rules.maxBodyBytes, room }, (reading) => {
    if ('body' in reading) return done({ headers, contentType, body: reading.body, size: reading.body.length });
    const size = reading.refused === 'too-large' ? rules.maxBodyBytes + 1 : 0;
    done({ headers, contentType, body: NOTHING, size, givenUp: reading.refused === 'no-room' });
  });
}
