import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppConfig } from '../../src/config/app-config.js';
import type { Tx } from '../../src/database/database.tx.js';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { DispatchEntity } from '../../src/database/entities/dispatch.entity.js';
import { SessionEntity } from '../../src/database/entities/session.entity.js';
import { SessionLinkEntity } from '../../src/database/entities/session-link.entity.js';
import type { ActivityName } from '../../src/events/activity-catalogue.js';
import { ActivityFeed } from '../../src/events/activity.feed.js';
import { SessionRegistry } from '../../src/sessions/session.registry.js';
import { type StubRecord, stubRecords } from './stub.record.js';
import { type Answer, type PostOptions, TestServer } from './test.server.js';
import { STUBS, until } from './turn.bench.js';

export type Told = readonly [event: string, payload: unknown, deliveryId?: string];

/** What came of some deliveries once nothing waits or runs any more. */
export interface Chapter {
  /** The answers of the door, one per delivery: `resume matched`, `ignore quiet-action`. */
  readonly answers: readonly string[];
  /** Turns that ran because of them. */
  readonly turns: number;
  /** All sessions, oldest first: `#12 active`, with their pull requests: `#12 active (#44 open)`. */
  readonly sessions: readonly string[];
}

interface Rule {
  readonly match?: string;
  readonly times?: number;
  readonly do: Record<string, string | number | boolean>;
}

/**
 * A running server with its default settings, work started by label, and a harness that is a stub: deliveries go in by
 * the real door, turns are real processes.
 */
export class StoryWorld {
  private constructor(private server: TestServer) {}

  static async begin(configure: (config: AppConfig) => void = () => undefined): Promise<StoryWorld> {
    const server = await TestServer.start((config) => {
      config.webhooks.ghWebhook.routing.spawnOnUnmatched = 'labeled';
      config.harnesses.claude.binary = join(STUBS, 'stub-claude.mjs');
      config.harnesses.claude.environment = ['STUB_RECORD', 'STUB_PLAN'];
      configure(config);
    });
    process.env['STUB_RECORD'] = join(server.folder, 'record.jsonl');
    process.env['STUB_PLAN'] = join(server.folder, 'plan.json');
    return new StoryWorld(server);
  }

  /** Deliveries one after the other, then silence. */
  async tell(...told: readonly Told[]): Promise<Chapter> {
    const before = this.prompts.length;
    const answers: string[] = [];
    for (const each of told) answers.push(await this.post(each));
    return this.chapter(before, answers);
  }

  /** Deliveries all at once, then silence. */
  async tellAtOnce(...told: readonly Told[]): Promise<Chapter> {
    const before = this.prompts.length;
    return this.chapter(before, await Promise.all(told.map((each) => this.post(each))));
  }

  /** A delivery as GitHub sends it; the answer in two words. */
  async post([event, payload, deliveryId = randomUUID()]: Told): Promise<string> {
    const { status, body } = await this.server.post(payload, { event, deliveryId });
    if (status !== 202) throw new Error(`The door answered ${status}: ${JSON.stringify(body)}`);
    const [first] = body['decisions'] as { kind: string }[];
    return `${first?.kind ?? 'nothing'} ${String(body['reason'])}`;
  }

  /** Knocks at the door, also with what it refuses. */
  knock(payload: unknown, options: PostOptions): Promise<Answer> {
    return this.server.post(payload, options);
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.server.get(token);
  }

  /** Reads or writes through the one door. */
  run<T>(work: (tx: Tx) => T): Promise<T> {
    return this.server.run(work);
  }

  /** Ties an item to a conversation that exists already. */
  async register(workItem: string, conversation: string = randomUUID(), cwd = this.server.folder): Promise<void> {
    await this.server
      .get(SessionRegistry)
      .register({ workItem, harness: 'claude', harnessSessionId: conversation, cwd, check: false });
  }

  async restart(): Promise<void> {
    this.server = await this.server.restart();
  }

  async end(): Promise<void> {
    await this.server.running.stop({ kill: true });
    await this.server.stop();
    delete process.env['STUB_RECORD'];
    delete process.env['STUB_PLAN'];
  }

  plan(...rules: readonly Rule[]): void {
    writeFileSync(join(this.server.folder, 'plan.json'), JSON.stringify(rules));
  }

  /** A file that turns with `hold` wait for. */
  get gate(): string {
    return join(this.server.folder, 'gate');
  }

  openGate(): void {
    writeFileSync(this.gate, '');
  }

  /** Starts of the harness so far. */
  get turns(): StubRecord[] {
    return stubRecords(join(this.server.folder, 'record.jsonl'), 'start');
  }

  get prompts(): string[] {
    return this.turns.map(({ stdin }) => stdin);
  }

  /** The n-th start of the harness, counted from 1. */
  begun(n: number): Promise<StubRecord> {
    return until(() => this.turns[n - 1]);
  }

  /** Nothing waits for its turn any more, and nothing runs. What is held waits for a person. */
  quiet(): Promise<void> {
    return this.until(async () => !(await this.rows()).some(({ state }) => state === 'queued' || state === 'running'));
  }

  /** Looked at again after everything that happens. */
  async until(condition: () => boolean | Promise<boolean>): Promise<void> {
    const feed = this.server.get(ActivityFeed);
    for (;;) {
      let unlisten = (): void => undefined;
      const happened = new Promise<void>((resolve) => (unlisten = feed.listen(() => resolve())));
      if (await condition()) return unlisten();
      await happened;
      unlisten();
    }
  }

  rows(): Promise<DispatchEntity[]> {
    return this.server.run((tx) => tx.many(DispatchEntity, {}, { by: 'seq' }));
  }

  delivery(deliveryId: string): Promise<DeliveryEntity> {
    return this.server.run((tx) => tx.one(DeliveryEntity, { deliveryId })!);
  }

  session(workItem: string): Promise<SessionEntity> {
    return this.server.run((tx) => tx.many(SessionEntity, { workItem }, { by: 'createdAt' }).at(-1)!);
  }

  activity(name: ActivityName): Promise<ActivityEntity[]> {
    return this.server.run((tx) => tx.many(ActivityEntity, { name }, { by: 'seq' }));
  }

  async sessions(): Promise<string[]> {
    const [sessions, links] = await this.server.run((tx) => [
      tx.many(SessionEntity, {}, { by: 'createdAt' }),
      tx.many(SessionLinkEntity, {}, { by: 'id' }),
    ]);
    return sessions.map(({ id, workItem, status }) => {
      const own = links.filter(({ sessionId }) => sessionId === id);
      const recorded = own.map(({ ref, open }) => `${short(ref)} ${open ? 'open' : 'over'}`).join(', ');
      return `${short(workItem)} ${status}${recorded === '' ? '' : ` (${recorded})`}`;
    });
  }

  private async chapter(before: number, answers: readonly string[]): Promise<Chapter> {
    await this.quiet();
    return { answers, turns: this.prompts.length - before, sessions: await this.sessions() };
  }
}

/** `#12` in the repository most stories are about, `octo-lib#7` elsewhere. */
function short(ref: string): string {
  return ref.replace('github:octo-org/octo-repo#', '#').replace('github:octo-org/', '');
}
