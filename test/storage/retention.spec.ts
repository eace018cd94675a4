import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { DispatchEntity, type DispatchState } from '../../src/database/entities/dispatch.entity.js';
import { SessionEntity } from '../../src/database/entities/session.entity.js';
import { HistoryRetention } from '../../src/dispatch/history.retention.js';
import { issueComment } from '../support/payloads.js';
import { TestServer } from '../support/test.server.js';

const DAY_MS = 86_400_000;
const ago = (days: number): number => Date.now() - days * DAY_MS;

/** Deliveries with one dispatch each, written as they would stand there. */
interface Past {
  readonly id: string;
  readonly days: number;
  readonly state?: DispatchState;
  readonly endedDays?: number;
  readonly totals?: Record<string, number>;
}

describe('the past', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await TestServer.start((config) => (config.state.retainDays = 35));
    server.holdLanes();
  });
  afterEach(() => server.stop());

  /** `others` newer deliveries stand behind these, so that the newest ones that are always kept are not theirs. */
  function write(past: readonly Past[], others = 5_000): Promise<void> {
    return server.run((tx) => {
      tx.insert(SessionEntity, sessionRow());
      for (const each of past) tx.insert(DeliveryEntity, deliveryRow(each.id, ago(each.days)));
      for (let at = 0; at < others; at += 1) tx.insert(DeliveryEntity, deliveryRow(`new-${at}`, Date.now()));
      for (const { id, days, state, endedDays, totals } of past) {
        if (state !== undefined)
          tx.insert(DispatchEntity, dispatchRow(id, ago(days), state, ago(endedDays ?? days), totals));
      }
    });
  }

  const kept = () =>
    server.run((tx) => tx.many(DeliveryEntity, {}, { by: 'seq' }).map(({ deliveryId }) => deliveryId).filter((id) => !id.startsWith('new-'))); // prettier-ignore
  const dispatches = () =>
    server.run((tx) => tx.many(DispatchEntity, {}, { by: 'seq' }).map(({ deliveryId }) => deliveryId));
  const prune = () => server.get(HistoryRetention).prune();

  test('goes when it is older than retainDays and over: deliveries with their dispatches', async () => {
    await write([
      { id: 'old-ignored', days: 40 },
      { id: 'old-succeeded', days: 40, state: 'succeeded' },
      { id: 'young', days: 30, state: 'succeeded' },
    ]);
    expect(await prune()).toMatchObject({ deliveries: 2 });
    expect(await kept()).toEqual(['young']);
    expect(await dispatches()).toEqual(['young']);
  });

  test('stays where something waits, was set aside for its owner, or ended only lately', async () => {
    // More of them than are looked at in one go: what comes behind them is found all the same.
    const ahead = Array.from({ length: 250 }, (_, at): Past => ({ id: `aside-${at}`, days: 95, state: 'quarantined' }));
    const past: Past[] = (['queued', 'held', 'running', 'interrupted', 'quarantined'] as const).map((state) => ({
      id: `old-${state}`,
      days: 90,
      state,
    }));
    const last: Past = { id: 'over', days: 90, state: 'succeeded' };
    await write([...ahead, ...past, { id: 'waited-long', days: 90, state: 'succeeded', endedDays: 2 }, last]);
    expect(await prune()).toMatchObject({ deliveries: 1 });
    expect(await kept()).toHaveLength(256);
    expect(await dispatches()).toHaveLength(256);
  });

  test('stays long enough for a delivery that GitHub can send again, however short retainDays is', async () => {
    server.config.state.retainDays = 1;
    await write([
      { id: 'final', days: 5, state: 'succeeded' },
      { id: 'may-come-again', days: 3, state: 'succeeded' },
    ]);
    await prune();
    expect(await kept()).toEqual(['may-come-again']);
  });

  test('stays when only the clock has jumped: the newest deliveries are known whatever it says', async () => {
    const before = await server.post(issueComment(12), { deliveryId: 'known' });
    expect(before.body).toMatchObject({ outcome: 'ignored' });
    await server.run((tx) => tx.execute('UPDATE delivery SET receivedAt = 0, lastReceivedAt = 0'));
    expect(await prune()).toMatchObject({ deliveries: 0 });
    expect(await kept()).toEqual(['known']);
  });

  test('keeps the totals that the next turn of an open session is measured against', async () => {
    await write([
      { id: 'earlier-totals', days: 60, state: 'succeeded', totals: { input: 1 } },
      { id: 'last-totals', days: 50, state: 'succeeded', totals: { input: 2 } },
    ]);
    await prune();
    expect(await kept()).toEqual(['last-totals']);
  });

  test('of the feed goes by age, but never the newest facts', async () => {
    const fact = (name: 'webhook.received', time: number) => ({ time, name, level: 'info' as const });
    await server.run((tx) => {
      tx.delete(ActivityEntity, {});
      for (let at = 0; at < 300; at += 1) tx.insert(ActivityEntity, fact('webhook.received', ago(40)));
      for (let at = 0; at < 19_900; at += 1) tx.insert(ActivityEntity, fact('webhook.received', ago(1)));
    });
    expect(await prune()).toMatchObject({ facts: 200 });
    expect(await server.run((tx) => tx.count(ActivityEntity, {}))).toBe(20_000);
  });

  test('in run directories goes with its age, or by number; what runs or waits keeps its own', async () => {
    await write([
      { id: 'old', days: 40, state: 'succeeded' },
      { id: 'running', days: 40, state: 'running' },
      { id: 'set-aside', days: 40, state: 'quarantined' },
      { id: 'young', days: 3, state: 'failed' },
      { id: 'younger', days: 2, state: 'succeeded' },
    ]);
    const directory = (id: string): string => join(server.paths.runs, `run-${id}`);
    for (const [id, days] of [
      ['old', 40],
      ['running', 40],
      ['set-aside', 40],
      ['young', 3],
      ['younger', 2],
      ['unknown-old', 40],
      ['unknown-young', 4],
      ['unknown-alive', 40],
    ] as const) {
      // prettier-ignore
      mkdirSync(join(directory(id), 'attempt'), { recursive: true });
      writeFileSync(join(directory(id), 'attempt', id === 'unknown-alive' ? 'alive' : 'out'), '');
      utimesSync(directory(id), ago(days) / 1000, ago(days) / 1000);
    }
    const left = (): string[] =>
      ['old', 'running', 'set-aside', 'young', 'younger', 'unknown-old', 'unknown-young', 'unknown-alive'].filter(
        (id) => existsSync(directory(id)),
      );
    expect(await prune()).toMatchObject({ runs: 2 });
    expect(left()).toEqual(['running', 'set-aside', 'young', 'younger', 'unknown-young', 'unknown-alive']);
    expect(await server.get(HistoryRetention).prune(1)).toMatchObject({ runs: 1 });
    expect(left()).toEqual(['running', 'set-aside', 'younger', 'unknown-young', 'unknown-alive']);
  });
});

function sessionRow() {
  const workItem = 'github:octo-org/octo-repo#12';
  return {
    id: 'session',
    workItem,
    workItemKey: workItem,
    repositoryKey: 'octo-org/octo-repo',
    harness: 'claude',
    cwd: '/',
    status: 'active' as const,
    createdAt: ago(100),
    executor: 'here',
  };
}

function deliveryRow(deliveryId: string, receivedAt: number) {
  return {
    deliveryId,
    event: 'issue_comment',
    receivedAt,
    lastReceivedAt: receivedAt,
    outcome: 'ignored' as const,
    reason: 'policy-never',
    evidence: {},
    refs: [],
    payload: Buffer.from('{}'),
  };
}

function dispatchRow(id: string, at: number, state: DispatchState, end: number, totals?: Record<string, number>) {
  const isOver = ['succeeded', 'failed', 'cancelled', 'quarantined'].includes(state);
  return {
    id: `run-${id}`,
    sessionId: 'session',
    deliveryId: id,
    kind: 'resume' as const,
    reason: 'matched',
    state,
    createdAt: at,
    endedAt: isOver ? end : null,
    totals: totals ?? null,
    executor: 'here',
  };
}
