import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ListenError } from './webhook/listen.error.js';
import { urlOf } from './webhook/webhook.listener.js';

/** The listener for the owner, which is the application's own server: GraphQL over HTTP and WebSocket, and health. */
export class ControlListener {
  private readonly upgraded = new Set<Duplex>();

  constructor(private readonly app: NestFastifyApplication) {
    this.server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
      this.upgraded.add(socket);
      socket.once('close', () => this.upgraded.delete(socket));
    });
  }

  /** Resolves with the address in use; rejects with ListenError. */
  async listen({ host, port }: { host: string; port: number }): Promise<string> {
    try {
      await this.app.listen(port, host);
    } catch (error) {
      const { syscall } = error as NodeJS.ErrnoException;
      throw syscall === undefined ? error : new ListenError(host, port, 'control', error as Error);
    }
    return urlOf(this.server.address() as AddressInfo);
  }

  /**
   * Before the application is closed: that waits ten seconds for a half-sent request and thirty for a stalled
   * WebSocket, and there is nobody left to wait for.
   */
  close(): void {
    this.server.close();
    for (const socket of this.upgraded) socket.destroy();
    this.server.closeAllConnections();
  }

  get server(): Server {
    return this.app.getHttpServer();
  }
}
