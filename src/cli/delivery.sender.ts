import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { CliError } from './cli-error.js';

export interface Delivery {
  readonly event: string;
  readonly deliveryId: string;
  readonly body: string;
  readonly secret: string | undefined;
}

/** Posts a delivery the way GitHub does, truly signed; answers the door's status and words. */
export function sendDelivery(
  url: string,
  { event, deliveryId, body, secret }: Delivery,
): Promise<{ status: number; text: string }> {
  const bytes = Buffer.from(body, 'utf8');
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      timeout: 30_000,
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.length,
        'user-agent': 'the-loop-sample',
        'x-github-event': event,
        'x-github-delivery': deliveryId,
        ...(secret === undefined ? {} : { 'x-hub-signature-256': signature(bytes, secret) }),
      },
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new CliError('no-answer', 1, `Nobody answers at ${url}`)));
    call.on('error', reject);
    call.end(bytes);
  });
}

function signature(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
