import { createHmac, timingSafeEqual } from 'node:crypto';

/** The whole header: GitHub writes lower-case hex, and a header sent twice arrives here joined by a comma. */
const SHAPE = /^sha256=[0-9a-f]{64}$/;
const PREFIX_LENGTH = 'sha256='.length;

/** Whether `X-Hub-Signature-256` could be a signature at all; nothing else is worth a look at the body. */
export function isSignature(header: string | undefined): header is string {
  return header !== undefined && SHAPE.test(header);
}

/**
 * Whether one of the secrets signed exactly these bytes. Every secret is tried, in constant time, so that the answer
 * tells nothing about which one was near. https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
 */
export function isSignedBy(secrets: readonly string[], header: string | undefined, body: Uint8Array): boolean {
  if (!isSignature(header)) return false;
  const claimed = Buffer.from(header.slice(PREFIX_LENGTH), 'hex');
  let signed = false;
  for (const secret of secrets) {
    signed = timingSafeEqual(createHmac('sha256', secret).update(body).digest(), claimed) || signed;
  }
  return signed;
}

/** The header GitHub would send with this body. */
export function signatureOf(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
