import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListenError } from './listen.error.js';
import { LISTENER_TIMEOUTS, type ListenerTimeouts } from './listener-timeouts.js';

/** How often Node looks for connections whose time is over. */
const LOOK_MS = 1_000;
/** How long the rest of a refused body is read and thrown away, so that the sender gets to see the answer. */
const LINGER_MS = 1_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The listener a tunnel exposes: a second HTTP server in front of the same application. It knows which requests came
 * through it, and which content type they declared. To the application they all are bytes, so that no parser of the
 * framework refuses or rewrites a body before its signature has been checked.
 */
export class WebhookListener {
  private readonly declared = new WeakMap<IncomingMessage, { readonly contentType: string | undefined }>();
  private readonly server: Server;

  constructor(handle: Handle, timeouts: ListenerTimeouts = LISTENER_TIMEOUTS) {
    const options = {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: LOOK_MS,
    };
    this.server = createServer(options, (request, response) => {
      this.declared.set(request, { contentType: request.headers['content-type'] });
      request.headers['content-type'] = 'application/octet-stream';
      response.once('finish', () => cutOff(request));
      handle(request, response);
    });
  }

  /** Set for a request that came through this listener: what it declared its body to be. */
  arrival(request: IncomingMessage): { readonly contentType: string | undefined } | undefined {
    return this.declared.get(request);
  }

  /** Resolves with the address in use; rejects with ListenError. */
  listen({ host, port }: { host: string; port: number }): Promise<string> {
    return new Promise((resolve, reject) => {
      const refused = (error: Error): void => reject(new ListenError(host, port, 'webhooks.ghWebhook', error));
      this.server.once('error', refused);
      this.server.listen(port, host, () => {
        this.server.off('error', refused);
        resolve(urlOf(this.server.address() as AddressInfo));
      });
    });
  }

  /** May be called twice, and before listening. Requests that are still being answered lose their connection. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}

/** An answer given before the body was read ends the request, however much of the body is still to come. */
function cutOff(request: IncomingMessage): void {
  if (request.complete) return;
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, LINGER_MS).unref();
}

export function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
