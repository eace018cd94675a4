import { request } from 'node:http';

export interface PostAnswer {
  readonly status: number;
  /** What arrived of it: the server may have died while it answered. */
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

const ANSWER_WITHIN_MS = 20_000;

/** Posts on a connection of its own; undefined when no status line came back. The status counts, even if nothing follows it. */
export function postDelivery(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<PostAnswer | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, agent: false, timeout: ANSWER_WITHIN_MS }, (response) => {
      const chunks: Buffer[] = [];
      const done = (): void => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers });
      };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', done).once('error', done).once('close', done);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(undefined)).once('close', () => resolve(undefined));
    sent.end(body);
  });
}
