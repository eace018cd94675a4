import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { GraphQLError } from 'graphql';
import { CloseCode, type Context, makeServer, type ServerOptions } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { LOGGER } from '../events/logger.token.js';
import { CallerFinder } from './caller.finder.js';
import type { ControlContext } from './control.context.js';
import { ErrorFilter } from './error.filter.js';
import { SUBPROTOCOL } from './gate-rules.js';
import { checkOperation } from './operation-check.js';

const MAX_MESSAGE_BYTES = 1024 * 1024;
const MAX_SOCKETS = 1_000;
const MAX_SUBSCRIPTIONS = 50;
const INIT_WITHIN_MS = 3_000;
const HEARTBEAT_MS = 12_000;

/** What is remembered of one socket. */
interface Line {
  readonly socket: WebSocket;
  token?: string;
  heard: boolean;
}

type Session = Context<Record<string, unknown> | undefined, Line>;

/**
 * GraphQL over WebSocket, under the same rules as over HTTP. A reader that stops reading is asked for nothing more, and
 * its socket is ended when it does not answer a ping.
 */
@Injectable()
export class ControlSockets implements OnModuleDestroy {
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => SUBPROTOCOL,
  });
  private readonly lines = new Set<Line>();
  private readonly protocol;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly schema: GraphQLSchemaHost,
    private readonly finder: CallerFinder,
    private readonly errors: ErrorFilter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.protocol = makeServer<Record<string, unknown> | undefined, Line>(this.rules());
    this.heartbeat = setInterval(() => this.listenForLife(), HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  /** An upgrade the gate has let through. */
  take(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (this.lines.size >= MAX_SOCKETS)
      return void stream.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
    this.server.handleUpgrade(request, stream, head, (socket) => this.open(socket));
  }

  /** How many sockets are open. */
  get size(): number {
    return this.lines.size;
  }

  onModuleDestroy(): void {
    clearInterval(this.heartbeat);
    for (const { socket } of this.lines) socket.terminate();
    this.server.close();
  }

  private open(socket: WebSocket): void {
    const line: Line = { socket, heard: true };
    this.lines.add(line);
    socket.on('pong', () => (line.heard = true));
    socket.on('error', () => socket.terminate()); // too long a message, a broken frame: the other side's doing
    const closed = this.protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on(
            'message',
            (data) => void take((data as Buffer).toString('utf8')).catch((fault) => this.fail(socket, fault)),
          ),
      },
      line,
    );
    socket.once('close', (code, reason) => {
      this.lines.delete(line);
      void closed(code, String(reason)).catch((fault: unknown) =>
        this.logger.error({ err: fault }, 'A reader could not be let go'),
      );
    });
  }

  private rules(): ServerOptions<Record<string, unknown> | undefined, Line> {
    return {
      connectionInitWaitTimeout: INIT_WITHIN_MS,
      onConnect: (session) => this.greet(session),
      onSubscribe: (session, _id, payload) => this.check(session, payload),
      onNext: (session, _id, _payload, _args, result) => {
        if (this.callerOf(session.extra) === undefined) session.extra.socket.close(CloseCode.Forbidden, 'Forbidden');
        if (result.errors === undefined) return undefined;
        return { ...result, errors: result.errors.map((error) => this.errors.wrapped(error).toJSON()) };
      },
      onError: (_session, _id, _payload, errors) => errors.map((error) => this.errors.wrapped(error).toJSON()),
    };
  }

  private greet({ connectionParams, extra }: Session): boolean {
    const token = connectionParams?.token;
    if (typeof token !== 'string' || this.finder.find(token) === undefined) return false;
    extra.token = token;
    return true;
  }

  private check({ subscriptions, extra }: Session, payload: object) {
    const caller = this.callerOf(extra);
    if (caller === undefined) return [refusal('unauthorized', 'The token of this connection is no longer valid')];
    if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS) {
      return [
        refusal('too-many-subscriptions', `One connection may have ${MAX_SUBSCRIPTIONS} subscriptions at a time`),
      ];
    }
    const { schema } = this.schema;
    const checked = checkOperation(schema, payload);
    if (!('document' in checked)) return checked;
    const contextValue: ControlContext = { caller };
    return { schema, contextValue, ...checked };
  }

  private callerOf({ token }: Line) {
    return token === undefined ? undefined : this.finder.find(token);
  }

  /** Ends sockets nobody answers on, and those whose token has died since. */
  private listenForLife(): void {
    for (const line of this.lines) {
      if (!line.heard) line.socket.terminate();
      else if (line.token !== undefined && this.callerOf(line) === undefined)
        line.socket.close(CloseCode.Forbidden, 'Forbidden');
      line.heard = false;
      if (line.socket.readyState === line.socket.OPEN) line.socket.ping();
    }
  }

  private fail(socket: WebSocket, fault: unknown): void {
    this.logger.error({ err: fault }, 'A message on the control plane met a defect');
    socket.close(CloseCode.InternalServerError, 'Internal server error');
  }
}

/** Resolves when the bytes have left, which is what slows a feed down to the pace of its reader. */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    socket.send(text, (error) => (error && socket.readyState === socket.OPEN ? reject(error) : resolve()));
  });
}

function refusal(code: string, sentence: string): GraphQLError {
  return new GraphQLError(sentence, { extensions: { code } });
}
