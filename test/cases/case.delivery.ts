import { request } from 'node:http';
import { signatureOf } from '../../src/webhook/signature.js';
import type { RoutingCase } from './routing-case.js';

export const DEFAULT_SECRET = 'octo-test-secret';

/** What went over the wire, and what came back. */
export interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly status: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Sends the delivery of a case to the door: signed as GitHub does it, or exactly as the case spells it out. */
export function deliver(url: string, wanted: RoutingCase): Promise<Exchange> {
  const { headers, body } = wanted.raw ? rawRequest(wanted.raw) : signedRequest(wanted);
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', headers: { ...headers, 'content-length': body.length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
          resolve({ headers, body, status: response.statusCode ?? 0, answer });
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

function rawRequest({ headers, body, generate }: NonNullable<RoutingCase['raw']>) {
  const text = generate ? generate.prefix + generate.fill.repeat(generate.count) + generate.suffix : (body ?? '');
  return { headers, body: Buffer.from(text, 'utf8') };
}

function signedRequest(wanted: RoutingCase) {
  const body = Buffer.from(JSON.stringify(wanted.payload), 'utf8');
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'GitHub-Hookshot/044aadd',
      'X-GitHub-Event': wanted.event!,
      'X-GitHub-Delivery': wanted.delivery!,
      'X-Hub-Signature-256': signatureOf(wanted.config.secret ?? DEFAULT_SECRET, body),
      ...wanted.headers,
    },
  };
}
