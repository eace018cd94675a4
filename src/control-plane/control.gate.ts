import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppConfig } from '../config/app-config.js';
import { isLoopback } from '../config/loopback.js';
import { CallerFinder } from './caller.finder.js';
import { ControlSockets } from './control.sockets.js';
import {
  bearerToken,
  type Knock,
  needsToken,
  NO_TOKEN,
  pathOf,
  type Refusal,
  refuseRequest,
  refuseUpgrade,
} from './gate-rules.js';
import { RequestCallers } from './request.callers.js';

/**
 * Everything that reaches the control listener passes here first: requests before their body is read, upgrades before
 * they are answered. Requests of another listener of the same application are not its business.
 */
@Injectable()
export class ControlGate {
  constructor(
    private readonly finder: CallerFinder,
    private readonly callers: RequestCallers,
    private readonly sockets: ControlSockets,
    private readonly config: AppConfig,
  ) {}

  /** Before the routes are registered and before the server listens. */
  installOn(fastify: FastifyInstance, server: Server): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const ours = (request.raw.socket as { server?: unknown }).server === server;
      if (!ours || this.admits(request, reply)) done();
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.upgrade(request, socket, head),
    );
  }

  private admits(request: FastifyRequest, reply: FastifyReply): boolean {
    const refusal = this.judge(request);
    if (refusal === undefined) return true;
    const { status, code, sentence, headers } = refusal;
    // The body stays unread, so the connection cannot be used for another request.
    void reply
      .code(status)
      .headers({ ...headers, connection: 'close' })
      .send({ errors: [{ message: sentence, extensions: { code } }] });
    return false;
  }

  private judge(request: FastifyRequest): Refusal | undefined {
    const knock = this.knock(request.raw, request.routeOptions.url);
    const refusal = refuseRequest(knock);
    if (refusal !== undefined || !needsToken(knock)) return refusal;
    const token = bearerToken(request.headers.authorization);
    const caller = token === undefined ? undefined : this.finder.find(token);
    if (caller === undefined) return NO_TOKEN;
    this.callers.remember(request.raw, caller);
    return undefined;
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy()); // a client that goes away in the middle is no fault of ours
    const offered = request.headers['sec-websocket-protocol']?.split(',').map((each) => each.trim()) ?? [];
    const refusal = refuseUpgrade(this.knock(request, pathOf(request.url ?? '')), offered);
    if (refusal === undefined) this.sockets.take(request, socket, head);
    else turnAway(socket, refusal);
  }

  private knock(request: IncomingMessage, path: string | undefined): Knock {
    const { host, exposed } = this.config.control;
    const { localPort = 0, localAddress = '' } = request.socket;
    const reached = exposed ? [host, localAddress] : isLoopback(host) ? [host] : [];
    return {
      method: request.method ?? '',
      path,
      hosts: request.headersDistinct.host ?? [],
      origin: request.headers.origin,
      contentType: request.headers['content-type'],
      port: localPort,
      exposedAs: reached.map((address) => (address.includes(':') ? `[${address}]` : address).toLowerCase()),
    };
  }
}

function turnAway(socket: Duplex, { status, code, sentence, headers }: Refusal): void {
  const body = JSON.stringify({ errors: [{ message: sentence, extensions: { code } }] });
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_WORDS[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

const STATUS_WORDS: Readonly<Record<Refusal['status'], string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  426: 'Upgrade Required',
};
