import { type INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { AppConfig } from '../../src/config/app-config.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { StatePaths } from '../../src/config/state-paths.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { Transactions } from '../../src/database/database.transactions.js';
import type { Tx } from '../../src/database/database.tx.js';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { DispatchEntity, type DispatchKind } from '../../src/database/entities/dispatch.entity.js';
import { SessionEntity, type SessionStatus } from '../../src/database/entities/session.entity.js';
import { DispatchLanes } from '../../src/dispatch/dispatch.lanes.js';
import { DispatchModule } from '../../src/dispatch/dispatch.module.js';
import { DispatchQueue } from '../../src/dispatch/dispatch.queue.js';
import { DispatchService } from '../../src/dispatch/dispatch.service.js';
import { TurnPreflight } from '../../src/dispatch/turn.preflight.js';
import { ActivityFeed } from '../../src/events/activity.feed.js';
import { EventsModule } from '../../src/events/events.module.js';
import { TurnRunner } from '../../src/harness/turn.runner.js';
import { TurnTiming } from '../../src/harness/turn.timing.js';
import { SessionStates } from '../../src/sessions/session.states.js';
import { SessionStore } from '../../src/sessions/session.store.js';
import { workItemRef } from '../../src/sessions/work-item-ref.js';
import type { FakeTurns } from './fake.turns.js';

const AT_WORK: readonly string[] = ['queued', 'running'];

export interface RoomOptions {
  /** Turns without processes; real ones when not given. */
  readonly turns?: FakeTurns;
  /** The folder of a room that was left, to start again on its state. */
  readonly folder?: string;
  readonly configure?: (config: AppConfig) => void;
}

export interface Event {
  readonly kind?: DispatchKind;
  readonly reason?: string;
  readonly deliveryId?: string;
  readonly headSha?: string;
  readonly reviewKey?: string;
}

const QUICK = TurnTiming.with({ pollMs: 20, lingerMs: 300, graceMs: 600, stepMs: 20, statusMs: 500, observeMs: 100 });

/** The dispatch room on a database of its own, with its lanes at work once `start` was called. */
export class DispatchRoom {
  readonly tree: string;
  private deliveries = 0;

  private constructor(
    readonly folder: string,
    readonly config: AppConfig,
    readonly app: INestApplicationContext,
  ) {
    this.tree = folder;
  }

  static async open({ turns, folder, configure }: RoomOptions = {}): Promise<DispatchRoom> {
    const root = folder ?? realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-room-')));
    const config = new AppConfig();
    configure?.(config);
    const paths = new StatePaths(join(root, '.the-loop'));
    const building = Test.createTestingModule({
      imports: [
        ConfigModule.with(config, paths),
        EventsModule.with(pino({ level: process.env['TEST_LOG'] ?? 'silent' })),
        DatabaseModule.at(join(root, 'the-loop.sqlite')),
        DispatchModule,
      ],
    })
      .overrideProvider(TurnTiming)
      .useValue(QUICK);
    if (turns !== undefined) {
      const anything = { check: () => Promise.resolve({ kind: 'ok', foreignTree: false }) };
      building.overrideProvider(TurnRunner).useValue(turns).overrideProvider(TurnPreflight).useValue(anything);
    }
    return new DispatchRoom(root, config, await (await building.compile()).init());
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.app.get<T>(token, { strict: false });
  }

  get service(): DispatchService {
    return this.get(DispatchService);
  }

  run<T>(work: (tx: Tx) => T): Promise<T> {
    return this.get(Transactions).run(work);
  }

  /** A session of item `n`; without a conversation it is one that is to be spawned. */
  session(n: number, conversation: string | null = `conversation-${n}`, harness = 'claude'): Promise<SessionEntity> {
    return this.run((tx) => {
      const workItem = workItemRef('octo-org', 'octo-repo', n)!;
      const store = this.get(SessionStore);
      const session = store.reserve(tx, { workItem, repositoryId: 1, harness, cwd: this.tree });
      if (conversation !== null) this.get(SessionStates).named(tx, session.id, conversation);
      return store.get(tx, session.id)!;
    });
  }

  /** An event for a session as intake leaves it: delivery and row in one transaction, then a ticket. */
  async event(session: SessionEntity, event: Event = {}): Promise<DispatchEntity> {
    const [row] = await this.events([session], event);
    return row!;
  }

  async events(sessions: readonly SessionEntity[], event: Event = {}): Promise<DispatchEntity[]> {
    const rows = await this.run((tx) => sessions.map((session) => this.take(tx, session, event)));
    for (const row of rows) this.get(DispatchLanes).push({ sessionId: row.sessionId, dispatchId: row.id });
    return rows;
  }

  row(id: string): Promise<DispatchEntity> {
    return this.run((tx) => tx.one(DispatchEntity, { id })!);
  }

  rows(session?: SessionEntity): Promise<DispatchEntity[]> {
    return this.run((tx) => tx.many(DispatchEntity, session ? { sessionId: session.id } : {}, { by: 'seq' }));
  }

  async states(session?: SessionEntity): Promise<string[]> {
    return (await this.rows(session)).map((row) => row.state);
  }

  async status(session: SessionEntity): Promise<SessionStatus> {
    return (await this.reload(session)).status;
  }

  reload(session: SessionEntity): Promise<SessionEntity> {
    return this.run((tx) => tx.one(SessionEntity, { id: session.id })!);
  }

  /** Names of what happened, in order. */
  activity(of: { dispatchId?: string; sessionId?: string } = {}): Promise<string[]> {
    return this.run((tx) => tx.many(ActivityEntity, of, { by: 'seq' }).map(({ name }) => name));
  }

  /** Resolves when the condition holds; looked at again after everything that happens. */
  async until(condition: () => boolean | Promise<boolean>): Promise<void> {
    const feed = this.get(ActivityFeed);
    for (;;) {
      let unlisten = (): void => undefined;
      const happened = new Promise<void>((resolve) => (unlisten = feed.listen(() => resolve())));
      if (await condition()) return unlisten();
      await happened;
      unlisten();
    }
  }

  untilState(row: DispatchEntity, ...states: readonly string[]): Promise<void> {
    return this.until(async () => states.includes((await this.row(row.id)).state));
  }

  /** Nothing of the session waits for its turn or runs. */
  settled(session: SessionEntity): Promise<void> {
    return this.until(async () => !(await this.states(session)).some((state) => AT_WORK.includes(state)));
  }

  /** Stops and leaves the state folder, as a server does that goes down; `open` with the folder starts on it again. */
  async leave(): Promise<void> {
    await this.service.stop(0);
    await this.app.close();
  }

  async close(): Promise<void> {
    await this.leave();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private take(tx: Tx, session: SessionEntity, event: Event): DispatchEntity {
    const deliveryId = event.deliveryId ?? `d${(this.deliveries += 1)}-${session.workItem.split('#')[1]}`;
    const payload = { action: 'created', comment: { body: `body of ${deliveryId}`, user: { login: 'octocat' } } };
    tx.insertNew(DeliveryEntity, {
      deliveryId,
      event: 'issue_comment',
      action: 'created',
      receivedAt: tx.now,
      lastReceivedAt: tx.now,
      outcome: 'accepted',
      reason: 'matched',
      evidence: {},
      refs: [session.workItem],
      headSha: event.headSha,
      reviewKey: event.reviewKey,
      payload: Buffer.from(JSON.stringify(payload)),
    });
    const { kind = 'resume', reason = 'matched' } = event;
    return this.get(DispatchQueue).enqueue(tx, { sessionId: session.id, deliveryId, kind, reason });
  }
}
