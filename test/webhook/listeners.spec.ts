import { connect, type Socket } from 'node:net';
import { issueComment } from '../support/payloads.js';
import { TestServer } from '../support/test.server.js';

/** Opens a connection and sends these lines, as the beginning of a request. */
function begin(url: string, lines: readonly string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(lines.join('\r\n'));
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.resume();
    socket.on('error', () => undefined).once('close', () => resolve());
  });

const HALF_A_REQUEST = [
  'POST /gh-webhook HTTP/1.1',
  'Host: x',
  `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`,
  'Content-Length: 100',
  '',
  '{"a',
];

describe('two listeners', () => {
  let server: TestServer;
  beforeAll(async () => (server = await TestServer.start(undefined, { timeouts: { headersMs: 500, requestMs: 500 } })));
  afterAll(() => server.stop());

  const asked = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    return response;
  };
  const onWebhook = (path: string) => new URL(path, server.running.webhookUrl).href;
  const onControl = (path: string) => new URL(path, server.running.controlUrl).href;

  test.each([
    ['GET', '/gh-webhook', 405],
    ['PUT', '/gh-webhook', 405],
    ['DELETE', '/gh-webhook', 405],
    ['POST', '/healthz', 405],
    ['GET', '/', 404],
    ['POST', '/', 404],
    ['POST', '/graphql', 404],
    ['GET', '/graphql', 404],
    ['POST', '/gh-webhook/', 404],
    ['POST', '/gh%2Dwebhook', 404],
    ['GET', '/metrics', 404],
  ])('the webhook listener answers %s %s with %i', async (method, path, status) => {
    const response = await asked(onWebhook(path), { method });
    expect(response.status).toBe(status);
    if (status === 405) expect(response.headers.get('allow')).toBe(path === '/healthz' ? 'GET, HEAD' : 'POST');
  });

  test('a path that cannot be decoded is on neither listener, and is not said back', async () => {
    for (const url of [onWebhook('/gh-webhook%zz'), onControl('/graphql%zz')]) {
      const answer = await fetch(url, { method: 'POST' });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { reason: 'not-found', message: 'Nothing is served under such a path' },
      ]);
    }
  });

  test('the webhook listener answers GET /healthz', async () => {
    const response = await fetch(onWebhook('/healthz'));
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  test.each(['/gh-webhook', '/gh%2Dwebhook', '/gh-webhook?x'])(
    'the control listener takes no delivery at %s',
    async (path) => {
      const response = await asked(onControl(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(response.status).toBe(404);
    },
  );

  test('half-sent requests are cut off, and others are served meanwhile', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 60 }, () => begin(server.running.webhookUrl, HALF_A_REQUEST)),
    );
    expect((await server.post(issueComment(1))).status).toBe(202);
    await Promise.all(sockets.map(closed));
  });

  test('headers that never end are cut off', async () => {
    await closed(await begin(server.running.webhookUrl, ['POST /gh-webhook HTTP/1.1', 'Host: x', 'X-A: ']));
  });
});

describe('another path', () => {
  test('deliveries are taken where the configuration says, and only there', async () => {
    const server = await TestServer.start((config) => (config.webhooks.ghWebhook.path = '/hooks/github'));
    try {
      expect(server.running.webhookUrl).toMatch(/\/hooks\/github$/);
      expect((await server.post(issueComment(1))).status).toBe(202);
      expect((await fetch(new URL('/gh-webhook', server.running.webhookUrl), { method: 'POST' })).status).toBe(404);
      expect((await fetch(new URL('/healthz', server.running.webhookUrl))).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

describe('a stop', () => {
  test('waits for nobody who is not there: half-sent requests on both listeners, and a stalled socket', async () => {
    const server = await TestServer.start();
    const stalled = [
      await begin(server.running.webhookUrl, HALF_A_REQUEST),
      await begin(server.running.controlUrl, ['POST /graphql HTTP/1.1', 'Host: x', 'Content-Length: 100', '', '{']),
      await begin(server.running.controlUrl, [
        'GET /graphql HTTP/1.1',
        'Host: x',
        'Upgrade: websocket',
        'Connection: Upgrade',
        '',
        '',
      ]),
    ].map(closed);
    const began = performance.now();
    await server.stop();
    await Promise.all(stalled);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('may be asked for twice', async () => {
    const server = await TestServer.start();
    await Promise.all([server.stop(), server.stop()]);
  });
});

describe('a start that cannot be', () => {
  test('names the listener whose port is taken, and leaves nothing open', async () => {
    const first = await TestServer.start();
    const { port } = new URL(first.running.webhookUrl);
    try {
      const second = TestServer.start((config) => (config.webhooks.ghWebhook.port = Number(port)));
      await expect(second).rejects.toMatchObject({
        code: 'cannot-listen',
        message: `Cannot listen on "127.0.0.1:${port}": another program listens there; stop it or choose another webhooks.ghWebhook.port`,
      });
    } finally {
      await first.stop();
    }
  });
});
