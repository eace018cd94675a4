import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { CliError, NotRunningError } from './cli-error.js';
import type { ControlAccess } from './server.locator.js';
import { follow } from './stream.follower.js';

interface Subscribed {
  token: unknown;
  variables: { after: number };
}

/** Speaks the server's half of graphql-transport-ws; `answer` plays one subscription. */
class StubServer {
  readonly asked: Subscribed[] = [];
  private readonly http: Server = createServer();

  constructor(private readonly answer: (turn: number, next: (seq: number) => void, socket: WebSocket) => void) {}

  async listen(): Promise<ControlAccess> {
    new WebSocketServer({ server: this.http, path: '/graphql' }).on('connection', (socket) => {
      let token: unknown;
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as {
          type: string;
          payload: { token?: string; variables: { after: number } };
        };
        if (message.type === 'connection_init') {
          token = message.payload.token;
          socket.send('{"type":"connection_ack"}');
        } else if (message.type === 'subscribe') {
          this.asked.push({ token, variables: message.payload.variables });
          const next = (seq: number) =>
            socket.send(JSON.stringify({ id: '1', type: 'next', payload: { data: { seq } } }));
          this.answer(this.asked.length, next, socket);
        }
      });
    });
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    const { port } = this.http.address() as AddressInfo;
    return { controlUrl: `http://127.0.0.1:${port}`, token: 'secret-token' };
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }
}

const complete = (socket: WebSocket) => socket.send('{"id":"1","type":"complete"}');

/** Follows as the commands do: the last number seen is the cursor. */
async function read(locate: () => Promise<ControlAccess>) {
  const seen: number[] = [];
  let cuts = 0;
  await follow<{ seq: number }>({
    query: 'subscription',
    variables: () => ({ after: seen.at(-1) ?? 0 }),
    locate,
    onItem: ({ seq }) => void seen.push(seq),
    onCut: () => cuts++,
  });
  return { seen, cuts };
}

describe('following a stream', () => {
  const servers: StubServer[] = [];
  const serve = (answer: ConstructorParameters<typeof StubServer>[0]) => {
    const server = new StubServer(answer);
    servers.push(server);
    return server;
  };
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  test('a connection that breaks is resumed after the last number seen', async () => {
    const server = serve((turn, next, socket) => {
      if (turn === 1) {
        next(1);
        next(2);
        socket.close(4408);
      } else {
        next(3);
        complete(socket);
      }
    });
    const address = await server.listen();
    expect(await read(async () => address)).toEqual({ seen: [1, 2, 3], cuts: 1 });
    expect(server.asked).toEqual([
      { token: 'secret-token', variables: { after: 0 } },
      { token: 'secret-token', variables: { after: 2 } },
    ]);
  });

  test('a server that comes back on another port is found again', async () => {
    const first = serve((_, next, socket) => {
      next(1);
      socket.terminate();
    });
    const second = serve((_, next, socket) => {
      next(2);
      complete(socket);
    });
    const addresses = [await first.listen(), new NotRunningError('it restarts'), await second.listen()];
    const locate = async () => {
      const next = addresses.length > 1 ? addresses.shift()! : addresses[0]!;
      if (next instanceof Error) throw next;
      return next;
    };
    expect(await read(locate)).toEqual({ seen: [1, 2], cuts: 1 });
  });

  test('a server that is not there at the beginning is an error at once', async () => {
    await expect(read(() => Promise.reject(new NotRunningError('nobody')))).rejects.toThrow(
      'The server is not running',
    );
  });

  test('a refusal is told with its sentence and not tried again', async () => {
    const server = serve((_, __, socket) =>
      socket.send(
        '{"id":"1","type":"error","payload":[{"message":"No dispatch \\"x\\" is known","extensions":{"code":"dispatch-not-found"}}]}',
      ),
    );
    const address = await server.listen();
    const refusal = read(async () => address);
    await expect(refusal).rejects.toThrow(CliError);
    await expect(refusal).rejects.toThrow('No dispatch "x" is known');
  });

  test('a wrong token is told and not tried again', async () => {
    const server = serve((_, __, socket) => socket.close(4403));
    const address = await server.listen();
    await expect(read(async () => address)).rejects.toThrow('does not accept the token');
  });
});
