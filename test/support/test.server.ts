import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { AppConfig } from '../../src/config/app-config.js';
import { StatePaths } from '../../src/config/state-paths.js';
import { Transactions } from '../../src/database/database.transactions.js';
import type { Tx } from '../../src/database/database.tx.js';
import { DispatchLanes } from '../../src/dispatch/dispatch.lanes.js';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server.js';
import { signatureOf } from '../../src/webhook/signature.js';

export const TEST_SECRET = 'a secret for tests, long enough to be taken seriously';

export interface PostOptions {
  readonly event?: string;
  readonly deliveryId?: string;
  readonly secret?: string;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A whole server on free ports, with a state folder of its own. */
export class TestServer {
  private constructor(
    readonly folder: string,
    readonly config: AppConfig,
    readonly paths: StatePaths,
    readonly running: RunningServer,
  ) {}

  static start(
    configure: (config: AppConfig) => void = () => undefined,
    options: Partial<ServerOptions> = {},
  ): Promise<TestServer> {
    const folder = mkdtempSync(join(tmpdir(), 'the-loop-server-'));
    const config = new AppConfig();
    config.webhooks.ghWebhook.port = 0;
    config.webhooks.ghWebhook.routing.enabled = true;
    config.webhooks.ghWebhook.routing.spawnWorkdir = folder;
    config.control.port = 0;
    config.state.drainSeconds = 0;
    configure(config);
    return TestServer.on(folder, config, options);
  }

  private static async on(folder: string, config: AppConfig, options: Partial<ServerOptions>): Promise<TestServer> {
    const paths = options.paths ?? new StatePaths(join(folder, '.the-loop'));
    const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
    const running = await startServer({ config, paths, logger, secrets: [TEST_SECRET], ...options });
    return new TestServer(folder, config, paths, running);
  }

  /** Goes down and comes up again on the same state. */
  async restart(): Promise<TestServer> {
    await this.running.stop();
    return TestServer.on(this.folder, this.config, {});
  }

  /** Rows stay queued from now on: for tests of what comes before a turn. */
  holdLanes(): void {
    this.get(DispatchLanes).push = () => undefined;
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.running.app.get<T>(token, { strict: false });
  }

  /** Reads or writes through the one door, as the server itself does. */
  run<T>(work: (tx: Tx) => T): Promise<T> {
    return this.get(Transactions).run(work);
  }

  /** Posts a payload as GitHub does: JSON, signed over its bytes. */
  post(payload: unknown, options: PostOptions = {}): Promise<Answer> {
    const body = Buffer.from(JSON.stringify(payload));
    return this.send(body, {
      'content-type': 'application/json',
      'x-github-event': options.event ?? 'issue_comment',
      'x-github-delivery': options.deliveryId ?? randomUUID(),
      'x-hub-signature-256': signatureOf(options.secret ?? TEST_SECRET, body),
      ...options.headers,
    });
  }

  /** Posts these very bytes with these very headers. */
  async send(body: Uint8Array | string, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(this.running.webhookUrl, { method: 'POST', headers, body: Buffer.from(body) });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  async stop(): Promise<void> {
    await this.running.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
