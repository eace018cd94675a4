import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { graphql } from './graphql.client.js';

describe('a call of the control listener', () => {
  let server: Server;
  const ask = (signal?: AbortSignal) => {
    const { port } = server.address() as AddressInfo;
    return graphql({ controlUrl: `http://127.0.0.1:${port}/graphql`, token: 't' }, '{ status }', {}, { signal });
  };
  const listen = async (listener: Parameters<typeof createServer>[1]) => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  afterEach(() => void server.close());

  test('that is broken off is a sentence and no error of a socket', async () => {
    await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await expect(ask()).rejects.toMatchObject({
      code: 'no-connection',
      exitCode: 1,
      message: expect.stringMatching(
        /^Cannot speak with the server at http:\S+: .*ECONNRESET; see with "the-loop status"/,
      ),
    });
  });

  test('that the caller gives up ends as he wanted it', async () => {
    const stop = new AbortController();
    await listen((socket) => socket.on('error', () => undefined).once('data', () => stop.abort()));
    await expect(ask(stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
