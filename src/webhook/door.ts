import type { IncomingHttpHeaders } from 'node:http';
import { readPayload } from './delivery-parsing.js';
import type { RefusalReason } from './refusal.js';
import { isSignature, isSignedBy } from './signature.js';

/** Who and what is let in. */
export interface DoorRules {
  /** Several are allowed, so that a secret can be replaced without a gap. */
  readonly secrets: readonly string[];
  readonly allowUnsigned: boolean;
  readonly maxBodyBytes: number;
}

/** A request as it came. `size` is what was read, or more than is allowed, or what the sender declared if unread. */
export interface DoorRequest {
  readonly headers: IncomingHttpHeaders;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  readonly size: number;
  /** There was no room for it beside the others that were arriving. */
  readonly givenUp?: boolean;
}

/** A verified webhook request. `json` are the payload's bytes as GitHub wrote them. */
export interface Delivery {
  readonly deliveryId: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly json: Uint8Array;
}

export type Admission = { readonly delivery: Delivery } | { readonly refused: RefusalReason };

/** Both come from outside the signature and go into logs, prompts and file names. */
const EVENT_NAME = /^[\w.-]{1,64}$/;
const DELIVERY_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;

/** The checks in their fixed order: size, room, signature over the raw bytes, headers, content type, JSON, object. */
export function admit(request: DoorRequest, rules: DoorRules): Admission {
  const { headers, body } = request;
  if (request.size > rules.maxBodyBytes) return { refused: 'body-too-large' };
  if (request.givenUp === true) return { refused: 'no-room' };
  if (!rules.allowUnsigned && !isSignedBy(rules.secrets, signatureHeader(headers), body)) {
    return { refused: 'invalid-signature' };
  }
  const event = headers['x-github-event'];
  const deliveryId = headers['x-github-delivery'];
  if (!isText(event) || !isText(deliveryId)) return { refused: 'missing-header' };
  if (!EVENT_NAME.test(event) || !DELIVERY_ID.test(deliveryId)) return { refused: 'invalid-header' };

  const reading = readPayload(request.contentType, body);
  return 'refused' in reading ? reading : { delivery: { deliveryId, event, ...reading } };
}

/** Whether the headers alone leave hope for the body: what is too large or carries no signature stays unread. */
export function isWorthReading(headers: IncomingHttpHeaders, rules: DoorRules): boolean {
  if (declaredSize(headers) > rules.maxBodyBytes) return false;
  return rules.allowUnsigned || isSignature(signatureHeader(headers));
}

export function declaredSize(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? 0);
}

function signatureHeader(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-hub-signature-256'];
  return typeof header === 'string' ? header : undefined;
}

function isText(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && header !== '';
}
