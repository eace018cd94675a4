import { chmodSync } from 'node:fs';
import { connect } from 'node:net';
import { rotateControlToken } from '../../src/control-plane/control-token.file.js';
import { ControlSockets } from '../../src/control-plane/control.sockets.js';
import { ControlClient, type RawRequest } from '../support/control.client.js';
import { TestServer } from '../support/test.server.js';

const STATUS = JSON.stringify({ query: '{ status { routing } }' });

describe('who may speak to the control plane', () => {
  let server: TestServer;
  let owner: ControlClient;
  let port: string;

  beforeAll(async () => {
    server = await TestServer.start();
    owner = ControlClient.ownerOf(server);
    port = new URL(owner.url).port;
  });
  afterAll(() => server.stop());

  test("the owner's token opens it", async () => {
    expect(await owner.ask('{ status { routing } }')).toEqual({ status: { routing: true } });
  });

  test.each<[string, (at: string) => RawRequest, number, string]>([
    ['without a token', () => ({ headers: { authorization: '' } }), 401, 'unauthorized'],
    ['with a wrong token', () => ({ headers: { authorization: 'Bearer nope' } }), 401, 'unauthorized'],
    ['under a rebound name', () => ({ headers: { host: 'attacker.tld' } }), 403, 'host-refused'],
    [
      'under a name that begins like loopback',
      (at) => ({ headers: { host: `127.attacker.tld:${at}` } }),
      403,
      'host-refused',
    ],
    ['under the name of another port', () => ({ headers: { host: '127.0.0.1:1' } }), 403, 'host-refused'],
    ['from another origin', () => ({ headers: { origin: 'https://attacker.tld' } }), 403, 'origin-refused'],
    ['from a page without an origin', () => ({ headers: { origin: 'null' } }), 403, 'origin-refused'],
    ['as plain text', () => ({ headers: { 'content-type': 'text/plain' } }), 415, 'unsupported-media-type'],
    [
      'as a form',
      () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      415,
      'unsupported-media-type',
    ],
    ['without a content type', () => ({ headers: { 'content-type': '' } }), 415, 'unsupported-media-type'],
    [
      'by GET',
      () => ({ method: 'GET', path: '/graphql?query={status{routing}}', body: undefined }),
      405,
      'method-not-allowed',
    ],
    [
      'by a preflight',
      () => ({ method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' }, body: undefined }),
      405,
      'method-not-allowed',
    ],
    [
      'to another path without a token',
      () => ({ path: '/metrics', headers: { authorization: '' } }),
      401,
      'unauthorized',
    ],
  ])('a request %s is refused', async (_, knock, status, code) => {
    const answer = await owner.raw({ body: STATUS, ...knock(port) });
    expect([answer.status, answer.errors?.[0]?.extensions.code]).toEqual([status, code]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each(['/graphql%20', '/%67raphql', '//graphql', '/graphql/', '/GRAPHQL', '/graphql;x=1'])(
    'no spelling of the path gets around the token: %s',
    async (path) => {
      const answer = await owner.raw({ path, body: STATUS, headers: { authorization: '' } });
      expect(answer.status).toBe(401);
    },
  );

  test('introspection needs the token too', async () => {
    const body = JSON.stringify({ query: '{ __schema { queryType { name } } __typename }' });
    expect((await owner.raw({ body, headers: { authorization: '' } })).status).toBe(401);
    expect((await owner.raw({ body })).data).toEqual({
      __schema: { queryType: { name: 'Query' } },
      __typename: 'Query',
    });
  });

  test('localhost and its own origin pass', async () => {
    const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    expect((await owner.raw({ body: STATUS, headers })).status).toBe(200);
  });

  test('a request without a Host is refused', async () => {
    const answer = await speak(Number(port), 'POST /graphql HTTP/1.0\r\ncontent-type: application/json\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 (400|403) /);
  });

  test('a body is not read before the token was seen', async () => {
    const head = `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n`;
    expect(await speak(Number(port), head)).toMatch(/^HTTP\/1\.1 401 /); // answered although nothing of the body was sent
  });

  test('a body over 1 MiB is refused', async () => {
    const body = JSON.stringify({ query: `{ status { routing } } #${'x'.repeat(1024 * 1024)}` });
    expect((await owner.raw({ body })).status).toBe(413);
  });

  test('health answers without a token, and only to a known Host', async () => {
    const health = { method: 'GET', path: '/healthz', headers: { authorization: '', 'content-type': '' } };
    expect((await owner.raw(health)).status).toBe(200);
    expect((await owner.raw({ ...health, headers: { ...health.headers, host: 'attacker.tld' } })).status).toBe(403);
  });

  test('the webhook listener serves nothing of it', async () => {
    const { origin } = new URL(server.running.webhookUrl);
    const outside = new ControlClient(origin, owner.token);
    expect((await outside.raw({ body: STATUS })).status).toBe(404);
    const line = outside.socket();
    await line.closed;
    expect(line.status).toBe(404);
  });

  test('a rotated token replaces the old one at once, and a file open to others is nobody’s', async () => {
    const other = await TestServer.start();
    try {
      const before = ControlClient.ownerOf(other);
      const fresh = before.as(rotateControlToken(other.paths.controlToken));
      expect((await before.raw({ body: STATUS })).status).toBe(401);
      expect((await fresh.raw({ body: STATUS })).status).toBe(200);
      chmodSync(other.paths.controlToken, 0o644);
      expect((await fresh.raw({ body: STATUS })).status).toBe(401);
    } finally {
      await other.stop();
    }
  });

  describe('by WebSocket', () => {
    test.each<[string, Parameters<ControlClient['socket']>[0], number]>([
      ['to another path', { path: '/other' }, 404],
      ['under a foreign Host', { headers: { host: 'attacker.tld' } }, 403],
      ['from a foreign origin', { headers: { origin: 'https://attacker.tld' } }, 403],
      ['with another subprotocol', { protocol: 'graphql-ws' }, 426],
    ])('an upgrade %s is answered and its socket ended', async (_, options, status) => {
      const line = owner.socket(options);
      await line.closed;
      expect(line.status).toBe(status);
    });

    test('a wrong token in the greeting ends the socket', async () => {
      expect(await owner.as('nope').socket().closed).toBe(4403);
    });

    test('a greeting that does not come in time ends the socket', async () => {
      const begin = performance.now();
      expect(await owner.socket({ init: false }).closed).toBe(4408);
      expect(performance.now() - begin).toBeLessThan(6_000);
    });

    test('subscribing before the greeting ends the socket', async () => {
      const line = owner.socket({ init: false });
      line.socket.on('open', () =>
        line.say({ id: '1', type: 'subscribe', payload: { query: '{ status { routing } }' } }),
      );
      expect(await line.closed).toBe(4401);
    });

    test('a message over 1 MiB ends the socket', async () => {
      const line = owner.socket();
      await line.acknowledged();
      line.say({
        id: '1',
        type: 'subscribe',
        payload: { query: `{ status { routing } } #${'x'.repeat(1024 * 1024)}` },
      });
      expect(await line.closed).toBe(1009);
    });

    test('sockets are let go of when they close', async () => {
      const line = owner.socket();
      await line.acknowledged();
      line.socket.close();
      await line.closed;
      const settled = owner.socket();
      await settled.acknowledged();
      expect(server.get(ControlSockets).size).toBe(1);
      settled.socket.terminate();
      await settled.closed;
    });
  });
});

/** Sends these bytes and resolves with what comes back until the other side ends. */
function speak(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('utf8');
      socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
