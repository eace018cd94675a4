import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { WebSocket } from 'ws';

/** Tests look into an answer field by field; a wrong path fails the test that takes it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface GraphqlAnswer<T = Record<string, Json>> {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  readonly data?: T | null;
  readonly errors?: readonly { message: string; path?: unknown; extensions: Record<string, unknown> }[];
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string;
}

/** Speaks to a control listener as the command line does, and as others must not. */
export class ControlClient {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  static ownerOf(server: { running: { controlUrl: string }; paths: { controlToken: string } }): ControlClient {
    return new ControlClient(server.running.controlUrl, readFileSync(server.paths.controlToken, 'utf8').trim());
  }

  /** The same listener with another token. */
  as(token: string): ControlClient {
    return new ControlClient(this.url, token);
  }

  send(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    return this.raw({ body: JSON.stringify({ query, variables }) });
  }

  /** The data, or a failed test that shows the errors. */
  async ask(query: string, variables: Record<string, unknown> = {}): Promise<Record<string, Json>> {
    const { data, errors } = await this.send(query, variables);
    if (errors !== undefined || !data) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** The code and sentence of the first error. */
  async refusal(query: string, variables: Record<string, unknown> = {}): Promise<[unknown, string]> {
    const { data, errors } = await this.send(query, variables);
    if (errors?.[0] === undefined) throw new Error(`It was not refused: ${JSON.stringify(data)}`);
    return [errors[0].extensions.code, errors[0].message];
  }

  raw({ method = 'POST', path = '/graphql', headers = {}, body }: RawRequest): Promise<GraphqlAnswer> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.url);
      const all = { 'content-type': 'application/json', authorization: `Bearer ${this.token}`, ...headers };
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
      const call = request({ hostname, port, method, path, headers: given, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ...parsed(text) });
        });
      });
      call.on('error', reject);
      call.end(body);
    });
  }

  /** Opens a socket; `init` false leaves out the greeting. */
  socket(
    options: { init?: boolean; headers?: Record<string, string>; protocol?: string; path?: string } = {},
  ): ControlSocket {
    return new ControlSocket(this, options);
  }

  /** Subscribes on a socket of its own. */
  follow<T = Json>(query: string, variables: Record<string, unknown> = {}): Subscriber<T> {
    return this.socket().subscribe<T>(query, variables);
  }
}

interface Message {
  readonly id?: string;
  readonly type: string;
  readonly payload?: Json;
}

/** One WebSocket, with everything that arrived on it. */
export class ControlSocket {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  /** Close code; 1006 when the server answered the upgrade with something else. */
  readonly closed: Promise<number>;
  status: number | undefined;
  private readonly watchers = new Set<() => void>();
  private subscriptions = 0;

  constructor(
    client: ControlClient,
    options: { init?: boolean; headers?: Record<string, string>; protocol?: string; path?: string },
  ) {
    const url = client.url.replace('http', 'ws') + (options.path ?? '/graphql');
    this.socket = new WebSocket(url, options.protocol ?? 'graphql-transport-ws', { headers: options.headers });
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code) => {
        this.changed();
        resolve(code);
      });
    });
    this.socket.on('error', () => undefined);
    this.socket.on('unexpected-response', (_request, response) => {
      this.status = response.statusCode;
      response.resume();
      this.socket.terminate();
    });
    this.socket.on('open', () => {
      if (options.init !== false) this.say({ type: 'connection_init', payload: { token: client.token } });
    });
    this.socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString('utf8')) as Message);
      this.changed();
    });
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Resolves with what `find` finds among the messages, as soon as it finds something. */
  async until<T>(find: (messages: readonly Message[]) => T | undefined): Promise<T> {
    for (;;) {
      const found = find(this.messages);
      if (found !== undefined) return found;
      if (this.socket.readyState >= WebSocket.CLOSING)
        throw new Error(`The socket closed; it said ${JSON.stringify(this.messages.at(-1))}`);
      await new Promise<void>((resolve) => this.watchers.add(resolve));
    }
  }

  acknowledged(): Promise<true> {
    return this.until((messages) => (messages.some(({ type }) => type === 'connection_ack') ? true : undefined));
  }

  subscribe<T>(query: string, variables: Record<string, unknown> = {}): Subscriber<T> {
    return new Subscriber<T>(this, String(++this.subscriptions), query, variables);
  }

  private changed(): void {
    for (const wake of this.watchers) wake();
    this.watchers.clear();
  }
}

/** One operation on a socket. */
export class Subscriber<T> {
  private readonly started: Promise<void>;

  constructor(
    readonly line: ControlSocket,
    readonly id: string,
    query: string,
    variables: Record<string, unknown>,
  ) {
    this.started = line.acknowledged().then(() => line.say({ id, type: 'subscribe', payload: { query, variables } }));
  }

  /** Everything it was sent so far: the one root field of each answer. */
  get items(): T[] {
    return this.own('next').map(({ payload }) => Object.values(payload.data ?? {})[0] as T);
  }

  /** At least this many items. */
  async take(count: number): Promise<T[]> {
    await this.started;
    await this.line.until(() => (this.items.length >= count || this.error !== undefined ? true : undefined));
    return this.items;
  }

  async failure(): Promise<{ message: string; extensions: Record<string, unknown> }> {
    await this.started;
    return this.line.until(() => this.error);
  }

  async ended(): Promise<T[]> {
    await this.started;
    await this.line.until(() => this.own('complete')[0]);
    return this.items;
  }

  /** Goes away without a word, as a laptop that is closed does. */
  async vanish(): Promise<void> {
    this.line.socket.terminate();
    await this.line.closed;
  }

  private get error() {
    const refused = this.own('error')[0]?.payload[0];
    return refused ?? this.own('next').find(({ payload }) => payload.errors !== undefined)?.payload.errors[0];
  }

  private own(type: string): Message[] {
    return this.line.messages.filter((message) => message.id === this.id && message.type === type);
  }
}

function parsed(text: string): Pick<GraphqlAnswer, 'data' | 'errors'> {
  try {
    const { data, errors } = JSON.parse(text) as Pick<GraphqlAnswer, 'data' | 'errors'>;
    return { data, errors };
  } catch {
    return {};
  }
}
