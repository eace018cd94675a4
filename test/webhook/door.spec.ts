import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { signatureOf } from '../../src/webhook/signature.js';
import { issueComment } from '../support/payloads.js';
import { TEST_SECRET, TestServer } from '../support/test.server.js';

const MIB = 1024 * 1024;

const headersFor = (body: Uint8Array | string, change: Record<string, string> = {}) => ({
  'content-type': 'application/json',
  'x-github-event': 'issues',
  'x-github-delivery': crypto.randomUUID(),
  'x-hub-signature-256': signatureOf(TEST_SECRET, Buffer.from(body)),
  ...change,
});

describe('the door over HTTP', () => {
  let server: TestServer;
  beforeAll(async () => (server = await TestServer.start()));
  afterAll(() => server.stop());

  /** Sends chunk after chunk without saying how many there will be. */
  const sendChunked = (chunks: Iterable<Uint8Array>, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const call = request(server.running.webhookUrl, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.on(
        'error',
        (error: NodeJS.ErrnoException) => error.code !== 'EPIPE' && error.code !== 'ECONNRESET' && reject(error),
      );
      for (const chunk of chunks) call.write(chunk);
      call.end();
    });

  test('a signed delivery is stored and answered with what became of it', async () => {
    const answer = await server.post(issueComment(12), { deliveryId: 'a-delivery' });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      deliveryId: 'a-delivery',
      outcome: 'ignored',
      reason: 'policy-never',
      decisions: [{ kind: 'ignore', reason: 'policy-never' }],
    });
    const row = await server.run((tx) => tx.one(DeliveryEntity, { deliveryId: 'a-delivery' }));
    expect(row).toMatchObject({ event: 'issue_comment', action: 'created', actor: 'octocat', receivedCount: 1 });
  });

  test.each<[string, number, string, string | Uint8Array, Record<string, string>]>([
    ['no signature', 401, 'invalid-signature', '{}', { 'x-hub-signature-256': '' }],
    [
      'a signature of another secret',
      401,
      'invalid-signature',
      '{}',
      { 'x-hub-signature-256': signatureOf('x', Buffer.from('{}')) },
    ],
    [
      'SHA-1 only',
      401,
      'invalid-signature',
      '{}',
      { 'x-hub-signature-256': 'sha1=0123', 'x-hub-signature': 'sha1=0123' },
    ],
    ['no event', 400, 'missing-header', '{}', { 'x-github-event': '' }],
    ['no delivery id', 400, 'missing-header', '{}', { 'x-github-delivery': '' }],
    ['markup as delivery id', 400, 'invalid-header', '{}', { 'x-github-delivery': '<b>1</b>' }],
    ['text/plain', 415, 'unsupported-content-type', '{}', { 'content-type': 'text/plain' }],
    ['a content type nobody can read', 415, 'unsupported-content-type', '{}', { 'content-type': 'garbage' }],
    ['a foreign charset', 415, 'unsupported-content-type', '{}', { 'content-type': 'text/html; charset=utf-16' }],
    ['half a document', 400, 'invalid-json', '{"a":', {}],
    ['an empty body', 400, 'invalid-json', '', {}],
    ['bytes that are no UTF-8', 400, 'invalid-json', Uint8Array.of(0x22, 0xff, 0xfe, 0x22), {}],
    ['a list', 400, 'invalid-payload', '[]', {}],
    ['null', 400, 'invalid-payload', 'null', {}],
  ])('%s is answered with %i %s', async (_, status, reason, body, change) => {
    const headers = headersFor(body, change);
    const answer = await server.send(body, headers);
    expect([answer.status, answer.body.reason]).toEqual([status, reason]);
    const rows = await server.run((tx) => tx.count(DeliveryEntity, { deliveryId: headers['x-github-delivery'] }));
    expect(rows).toBe(0);
  });

  test('an unsigned request is refused for its signature, whatever else is wrong with it', async () => {
    const answer = await server.send('{"a":', { 'content-type': 'garbage' });
    expect(answer.status).toBe(401);
  });

  test('keys that attack prototypes are data like any other', async () => {
    const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"action":"created"}';
    const answer = await server.send(body, headersFor(body));
    expect(answer.status).toBe(202);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('a form carries the payload, signed as a form', async () => {
    const form = `payload=${encodeURIComponent(JSON.stringify(issueComment(12, 'one + one & more'))).replaceAll('%20', '+')}`;
    const headers = headersFor(form, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-github-event': 'issue_comment',
    });
    const answer = await server.send(form, headers);
    expect(answer).toMatchObject({ status: 202, body: { reason: 'policy-never' } });
  });

  test('24 MiB are taken, 26 MiB are refused', async () => {
    const sized = (mib: number) => Buffer.from(`{"action":"created","text":"${'x'.repeat(mib * MIB)}"}`);
    expect((await server.send(sized(24), headersFor(sized(24)))).status).toBe(202);
    expect((await server.send(sized(26), headersFor(sized(26)))).status).toBe(413);
  });

  test('a body that does not say its size is cut off at the limit', async () => {
    const headers = headersFor('{}');
    const chunk = Buffer.alloc(MIB, 0x20);
    expect(await sendChunked(Array<Buffer>(27).fill(chunk), headers)).toBe(413);
  });

  test('an unsigned body is refused before it has arrived', async () => {
    const { port } = new URL(server.running.webhookUrl);
    const head = [
      'POST /gh-webhook HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 20000000',
      '',
      '',
    ];
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head.join('\r\n')));
    const answer = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    await new Promise((resolve) => socket.once('close', resolve)); // and the rest of it is not waited for
  });

  test('a nonsensical length is a 400, and the next request is served', async () => {
    const { port } = new URL(server.running.webhookUrl);
    const head = ['POST /gh-webhook HTTP/1.1', 'Host: x', 'Content-Length: abc', '', ''];
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head.join('\r\n')));
    const answer = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect((await server.post(issueComment(1))).status).toBe(202);
  });

  test('ping is answered and wakes nobody', async () => {
    const answer = await server.post({ zen: 'Keep it logically awesome.', hook_id: 1 }, { event: 'ping' });
    expect(answer).toMatchObject({ status: 202, body: { outcome: 'ignored', reason: 'ping' } });
  });
});

describe('strangers who begin large bodies', () => {
  test('fill no memory, and keep nobody out', async () => {
    const server = await TestServer.start((config) => (config.webhooks.ghWebhook.maxBodyBytes = MIB));
    const { port } = new URL(server.running.webhookUrl);
    const sockets: Socket[] = [];
    try {
      const head = Object.entries({ ...headersFor('{}'), host: 'x', 'content-length': MIB });
      const lines = ['POST /gh-webhook HTTP/1.1', ...head.map(([name, value]) => `${name}: ${value}`), '', ''];
      const turnedAway = new Promise<string>((resolve) => {
        for (let i = 0; i < 12; i += 1) {
          const socket = connect(Number(port), '127.0.0.1', () =>
            socket.write(lines.join('\r\n') + 'x'.repeat(MIB - 1)),
          );
          socket.on('error', () => undefined).once('data', (bytes) => resolve(String(bytes)));
          sockets.push(socket);
        }
      });
      expect(await turnedAway).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 30[^]*"reason":"no-room"/);
      expect((await server.post(issueComment(1))).status).toBe(202);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.stop();
    }
  });
});

describe('who may sign', () => {
  test('any of the secrets, the old and the new', async () => {
    const server = await TestServer.start(undefined, { secrets: ['the old secret', 'the new secret'] });
    try {
      const tried = ['the old secret', 'the new secret', 'another'].map((secret) =>
        server.post(issueComment(1), { secret }),
      );
      expect((await Promise.all(tried)).map(({ status }) => status)).toEqual([202, 202, 401]);
    } finally {
      await server.stop();
    }
  });

  test('strangers cause one row per reason, however often they knock', async () => {
    const server = await TestServer.start();
    try {
      for (let i = 0; i < 50; i += 1) await server.post(issueComment(1), { secret: 'wrong' });
      const told = await server.run((tx) => tx.many(ActivityEntity, { name: 'webhook.rejected' }));
      expect(told.map(({ reason, error }) => [reason, error])).toEqual([
        ['invalid-signature', '1 request was refused'],
      ]);
      expect(await server.run((tx) => tx.count(DeliveryEntity, {}))).toBe(0);
    } finally {
      await server.stop();
    }
  });
});
