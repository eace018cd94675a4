import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messagesAnswer, messagesError, messagesEvents } from './messages-answer.js';
import type { ModelAnswer, SaidByModel } from './model-answer.js';
import { type ModelApi, type ModelRequest, readModelRequest } from './model-request.js';
import { responsesError, responsesEvents } from './responses-answer.js';

/** How requests whose last prompt names a text are to be answered; the plan made last counts. */
interface Plan {
  readonly naming: string;
  readonly answer: ModelAnswer;
  readonly released?: Promise<void>;
}

/** An answer that is kept back until it is wanted. */
export interface KeptAnswer {
  release(): void;
}

/**
 * Stands in for the model interfaces the vendors' programs call, on loopback, and remembers every request. Without a
 * plan it answers how many prompts the conversation has, which shows what a resumed one remembers.
 */
export class ModelStub {
  readonly requests: ModelRequest[] = [];
  private readonly plans: Plan[] = [];
  private watchers: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ModelStub> {
    const server = createServer();
    const stub = new ModelStub(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      stub.answer(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  plan(naming: string, answer: ModelAnswer): void {
    this.plans.unshift({ naming, answer });
  }

  keep(naming: string, answer: ModelAnswer = {}): KeptAnswer {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    this.plans.unshift({ naming, answer, released });
    return { release };
  }

  /** Requests of a turn whose prompt names the text, the first first. */
  naming(text: string): ModelRequest[] {
    return this.requests.filter(({ last, isAside }) => !isAside && last.includes(text));
  }

  /** Resolves with the first request whose prompt names the text, once it has come. */
  async asked(text: string): Promise<ModelRequest> {
    for (;;) {
      const [found] = this.naming(text);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.watchers.push(resolve));
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const api = request.method === 'POST' ? apiOf(request.url ?? '') : undefined;
    if (api === undefined) return json(response, 404, { error: { message: `nothing at ${request.url}` } });
    const asked = readModelRequest(api, Buffer.concat(chunks).toString('utf8'));
    this.requests.push(asked);
    this.watchers.splice(0).forEach((wake) => wake());
    const plan = asked.isAside ? undefined : this.plans.find(({ naming }) => asked.last.includes(naming));
    await plan?.released;
    const { status } = plan?.answer ?? {};
    if (status !== undefined) {
      return json(response, status, api === 'messages' ? messagesError(status) : responsesError(status));
    }
    const said = spoken(asked, plan?.answer ?? {});
    if (api === 'messages' && !asked.isStream) return json(response, 200, messagesAnswer(said));
    events(response, api === 'messages' ? messagesEvents(said) : responsesEvents(said));
  }
}

function apiOf(url: string): ModelApi | undefined {
  return (/\/(messages|responses)(?:\?|$)/.exec(url)?.[1] as ModelApi | undefined) ?? undefined;
}

function spoken(asked: ModelRequest, { text, tool, tokens }: ModelAnswer): SaidByModel {
  return {
    id: randomUUID(),
    model: asked.model,
    text: text ?? `prompts=${asked.prompts.length}`,
    tool: asked.toolResults === 0 ? tool : undefined,
    tokens: tokens ?? { input: 1_000, output: 10 },
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function events(response: ServerResponse, sent: readonly { type: string }[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of sent) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
