import { CliError } from './cli-error.js';
import type { ControlAccess } from './server.locator.js';

/** The stream was cut by the network or the server; whoever reads with a cursor can go on from it. */
export class StreamCutError extends Error {
  constructor(readonly closeCode: number) {
    super(`The server closed the stream (${closeCode})`);
  }
}

interface Message {
  type: string;
  payload?: unknown;
}

/** Close codes of the graphql-transport-ws protocol that no second try will change: bad request, no such protocol. */
const HOPELESS = new Set([4400, 4406]);
const REFUSED = new Set([4401, 4403]);

/** One subscription over graphql-transport-ws. Ends when the server completes it, throws StreamCutError when it is cut. */
export async function* subscribe<T>(
  server: ControlAccess,
  query: string,
  variables: Record<string, unknown>,
  signal?: AbortSignal,
): AsyncGenerator<T, void, void> {
  const { WebSocket } = await import('ws');
  const url = new URL('/graphql', server.controlUrl);
  url.protocol = 'ws:';
  const socket = new WebSocket(url, 'graphql-transport-ws', { handshakeTimeout: 5_000 });
  const say = (message: object): void => socket.send(JSON.stringify(message));
  const arrived: Message[] = [];
  let closed: number | undefined;
  let wake = (): void => undefined;

  socket.on('open', () => say({ type: 'connection_init', payload: { token: server.token } }));
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Message;
    if (message.type === 'connection_ack') return say({ id: '1', type: 'subscribe', payload: { query, variables } });
    if (message.type === 'ping') return say({ type: 'pong' });
    arrived.push(message);
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', (code) => {
    closed = code;
    wake();
  });
  const leave = (): void => socket.close(1000);
  signal?.addEventListener('abort', leave);

  try {
    for (;;) {
      const message = arrived.shift();
      if (message !== undefined) {
        if (message.type === 'complete') return;
        yield payloadOf<T>(message);
      } else if (signal?.aborted === true) {
        return;
      } else if (closed !== undefined) {
        throw closing(closed);
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    socket.terminate();
  }
}

function payloadOf<T>(message: Message): T {
  if (message.type === 'error') throw refused((message.payload as { message?: string }[])[0]);
  const { data, errors } = message.payload as {
    data?: T;
    errors?: { message: string; extensions?: { code?: string } }[];
  };
  if (errors?.[0] !== undefined) throw refused(errors[0]);
  return data as T;
}

function refused(error: { message?: string; extensions?: { code?: string } } | undefined): CliError {
  return new CliError(error?.extensions?.code ?? 'refused', 1, error?.message ?? 'The server refused the subscription');
}

function closing(code: number): Error {
  if (REFUSED.has(code))
    return new CliError('unauthorized', 1, 'The server does not accept the token in the state folder');
  if (HOPELESS.has(code)) return new CliError('refused', 1, `The server refused the subscription (${code})`);
  return new StreamCutError(code);
}
