import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { AppConfig } from '../../src/config/app-config.js';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { DispatchEntity } from '../../src/database/entities/dispatch.entity.js';
import { SessionEntity } from '../../src/database/entities/session.entity.js';
import { SqliteEngine } from '../../src/database/sqlite.engine.js';
import { SessionRegistry } from '../../src/sessions/session.registry.js';
import { DeliveryRouter } from '../../src/webhook/delivery.router.js';
import { IntakeService } from '../../src/webhook/intake.service.js';
import { issue, issueComment, issueEvent, person } from '../support/payloads.js';
import { TestServer } from '../support/test.server.js';

const ITEM = 'github:octo-org/octo-repo#12';

/** A server whose rows stay where intake has put them. */
async function start(configure?: (config: AppConfig) => void): Promise<TestServer> {
  const server = await TestServer.start(configure);
  server.holdLanes();
  return server;
}

async function register(server: TestServer, workItem = ITEM): Promise<string> {
  const harnessSessionId = randomUUID();
  const registry = server.get(SessionRegistry);
  const cwd = server.folder;
  return (await registry.register({ workItem, harness: 'claude', harnessSessionId, cwd, check: false })).id;
}

const rowsOf = (server: TestServer, deliveryId: string) =>
  server.run((tx) => tx.many(DispatchEntity, { deliveryId }, { by: 'seq' }));
const deliveryOf = (server: TestServer, deliveryId: string) =>
  server.run((tx) => tx.one(DeliveryEntity, { deliveryId }));

describe('a delivery', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await start((config) => (config.webhooks.ghWebhook.routing.spawnOnUnmatched = 'labeled'));
  });
  afterEach(() => server.stop());

  test('for a session is stored with its decision, its row and its facts', async () => {
    const sessionId = await register(server);
    const { body } = await server.post(issueComment(12), { deliveryId: 'd-1' });
    expect(body).toMatchObject({ outcome: 'accepted', reason: 'matched', decisions: [{ kind: 'resume', sessionId }] });
    expect(await deliveryOf(server, 'd-1')).toMatchObject({
      outcome: 'accepted',
      refs: [ITEM],
      subjectKey: ITEM,
      repositoryId: 1296269,
      evidence: { mentions: [{ ref: ITEM, evidence: 'subject' }], decisions: [{ kind: 'resume', sessionId }] },
    });
    expect(await rowsOf(server, 'd-1')).toMatchObject([{ sessionId, kind: 'resume', reason: 'matched' }]);
    const facts = await server.run((tx) => tx.many(ActivityEntity, { deliveryId: 'd-1' }, { by: 'seq' }));
    expect(facts.map(({ name }) => name).slice(0, 3)).toEqual([
      'webhook.received',
      'routing.routed',
      'dispatch.queued',
    ]);
    expect(facts[1]).toMatchObject({
      sessionId,
      actor: 'octocat',
      event: 'issue_comment',
      action: 'created',
      workItem: ITEM,
    });
  });

  test('that comes twice is one row and one dispatch, with a counter', async () => {
    await register(server);
    await server.post(issueComment(12), { deliveryId: 'd-1' });
    const again = await server.post(issueComment(12), { deliveryId: 'd-1' });
    expect(again).toMatchObject({ status: 202, body: { outcome: 'ignored', reason: 'duplicate-delivery' } });
    expect(await deliveryOf(server, 'd-1')).toMatchObject({ outcome: 'accepted', reason: 'matched', receivedCount: 2 });
    expect(await rowsOf(server, 'd-1')).toHaveLength(1);
  });

  test('that comes eight times at once is one row and one dispatch', async () => {
    await register(server);
    const posts = Array.from({ length: 8 }, () => server.post(issueComment(12), { deliveryId: 'd-1' }));
    const reasons = (await Promise.all(posts)).map(({ status, body }) => `${status} ${String(body.reason)}`);
    expect(reasons.sort()).toEqual([...Array<string>(7).fill('202 duplicate-delivery'), '202 matched']);
    expect(await deliveryOf(server, 'd-1')).toMatchObject({ receivedCount: 8 });
    expect(await rowsOf(server, 'd-1')).toHaveLength(1);
  });

  test('that was ignored is decided anew when it comes again: whoever registers late presses Redeliver', async () => {
    await server.post(issueComment(12), { deliveryId: 'd-1' });
    expect(await deliveryOf(server, 'd-1')).toMatchObject({ outcome: 'ignored', reason: 'label-missing' });
    const sessionId = await register(server);
    const again = await server.post(issueComment(12), { deliveryId: 'd-1' });
    expect(again.body).toMatchObject({ outcome: 'accepted', reason: 'matched' });
    expect(await deliveryOf(server, 'd-1')).toMatchObject({ outcome: 'accepted', reason: 'matched', receivedCount: 2 });
    expect(await rowsOf(server, 'd-1')).toMatchObject([{ sessionId }]);
  });

  test('whose dispatch failed takes its old place when it comes again', async () => {
    await register(server);
    await server.post(issueComment(12), { deliveryId: 'd-1' });
    await server.run((tx) => tx.update(DispatchEntity, { deliveryId: 'd-1' }, { state: 'failed' }));
    const [before] = await rowsOf(server, 'd-1');
    const again = await server.post(issueComment(12), { deliveryId: 'd-1' });
    expect(again.body).toMatchObject({ outcome: 'accepted', reason: 'matched' });
    const after = await rowsOf(server, 'd-1');
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: before!.id, seq: before!.seq });
    expect(after[0]).toMatchObject({ state: 'queued' });
  });

  test('with the content of a processed one is left, whatever hook it came through', async () => {
    await register(server);
    await server.post(issueComment(12), { deliveryId: 'd-1' });
    const sameAgain = { installation: { id: 7 }, ...issueComment(12) };
    const { body } = await server.post(sameAgain, { deliveryId: 'd-2' });
    expect(body).toMatchObject({ outcome: 'ignored', reason: 'duplicate-content' });
    expect(await rowsOf(server, 'd-2')).toEqual([]);
  });

  test('for a new item reserves its session, and two at once share it', async () => {
    const labels = [{ name: 'the-loop: auto-execute' }];
    const posts = ['d-1', 'd-2'].map((deliveryId, n) =>
      server.post(issueComment(12, `comment ${n}`, { issue: issue(12, { labels }) }), { deliveryId }),
    );
    const answers = await Promise.all(posts);
    expect(answers.map(({ body }) => (body.decisions as { kind: string }[])[0]!.kind).sort()).toEqual([
      'resume',
      'spawn',
    ]);
    const sessions = await server.run((tx) => tx.many(SessionEntity, {}));
    expect(sessions).toMatchObject([{ workItem: ITEM, cwd: server.folder, repositoryId: 1296269 }]);
    const rows = [...(await rowsOf(server, 'd-1')), ...(await rowsOf(server, 'd-2'))];
    expect(rows.map(({ sessionId }) => sessionId)).toEqual([sessions[0]!.id, sessions[0]!.id]);
  });

  test('for an item that has no directory to be worked in starts nothing, and says so', async () => {
    server.config.webhooks.ghWebhook.routing.spawnWorkdir = { 'octo-org/another': server.folder };
    const labels = [{ name: 'the-loop: auto-execute' }];
    const { body } = await server.post(issueComment(12, 'go', { issue: issue(12, { labels }) }), { deliveryId: 'd-1' });
    expect(body).toMatchObject({ outcome: 'ignored', reason: 'no-directory' });
    expect((await deliveryOf(server, 'd-1'))!.evidence).toMatchObject({
      because: expect.stringContaining('routing.spawnWorkdir') as string,
    });
    expect(await server.run((tx) => tx.count(SessionEntity, {}))).toBe(0);
  });

  test('that closes an item takes its session out at once and lets the close wait in the lane', async () => {
    const sessionId = await register(server);
    const closed = issueEvent('closed', 12, { issue: issue(12, { state: 'closed' }) });
    const { body } = await server.post(closed, { event: 'issues', deliveryId: 'd-1' });
    expect(body).toMatchObject({
      outcome: 'accepted',
      reason: 'issue-closed',
      decisions: [{ kind: 'close', sessionId }],
    });
    expect(await rowsOf(server, 'd-1')).toMatchObject([{ kind: 'close', sessionId }]);
  });

  test('of somebody who may not trigger is stored with the reason', async () => {
    await register(server);
    const stranger = issueComment(12);
    const repository = { ...stranger.repository, private: false };
    const comment = { ...stranger.comment, user: person('mallory'), author_association: 'NONE' };
    await server.post({ ...stranger, repository, comment, sender: person('mallory') }, { deliveryId: 'd-1' });
    expect(await deliveryOf(server, 'd-1')).toMatchObject({ outcome: 'ignored', reason: 'unauthorized-actor' });
    const facts = await server.run((tx) => tx.many(ActivityEntity, { deliveryId: 'd-1' }, { by: 'seq' }));
    expect(facts.map(({ name, reason }) => [name, reason])).toEqual([
      ['webhook.received', null],
      ['routing.dropped', 'unauthorized-actor'],
    ]);
  });
});

describe('a defect in routing', () => {
  let server: TestServer;
  beforeEach(async () => (server = await start()));
  afterEach(() => server.stop());

  /** Routing throws for this delivery, after it has changed something. */
  const breakFor = (deliveryId: string) => {
    const router = server.get(DeliveryRouter);
    const route = router.route.bind(router);
    return jest.spyOn(router, 'route').mockImplementation((tx, read, how) => {
      if (read.event.deliveryId !== deliveryId) return route(tx, read, how);
      tx.record({ name: 'session.parked', reason: 'must not stay' });
      throw new TypeError('the rule met what it did not expect');
    });
  };

  test('keeps the delivery, takes its half-done work back, and can be replayed', async () => {
    const sessionId = await register(server);
    const broken = breakFor('d-1');
    const answer = await server.post(issueComment(12), { deliveryId: 'd-1' });
    expect(answer).toMatchObject({ status: 202, body: { outcome: 'defect', reason: 'defect', decisions: [] } });
    expect(await deliveryOf(server, 'd-1')).toMatchObject({
      outcome: 'defect',
      error: 'TypeError: the rule met what it did not expect',
    });
    expect(await server.run((tx) => tx.count(ActivityEntity, { name: 'session.parked' }))).toBe(0);

    broken.mockRestore();
    const replayed = await server.get(IntakeService).replay('d-1');
    expect(replayed).toMatchObject({ outcome: 'accepted', reason: 'matched' });
    expect(await deliveryOf(server, replayed.deliveryId)).toMatchObject({ replayOf: 'd-1', event: 'issue_comment' });
    expect(await rowsOf(server, replayed.deliveryId)).toMatchObject([{ sessionId }]);
  });

  test('takes none of its neighbours with it', async () => {
    await register(server);
    breakFor('d-3');
    const posts = Array.from({ length: 8 }, (_, n) =>
      server.post(issueComment(12, `comment ${n}`), { deliveryId: `d-${n}` }),
    );
    const outcomes = (await Promise.all(posts)).map(({ body }) => body.outcome);
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(7);
    expect(outcomes[3]).toBe('defect');
    const stored = await server.run((tx) => tx.many(DispatchEntity, {}));
    expect(stored.map(({ deliveryId }) => deliveryId).sort()).toEqual([
      'd-0',
      'd-1',
      'd-2',
      'd-4',
      'd-5',
      'd-6',
      'd-7',
    ]);
  });

  test('of a redelivery leaves what was decided before', async () => {
    await server.post(issueComment(12), { deliveryId: 'd-1' });
    breakFor('d-1');
    const again = await server.post(issueComment(12), { deliveryId: 'd-1' });
    expect(again).toMatchObject({ status: 202, body: { outcome: 'defect' } });
    expect(await deliveryOf(server, 'd-1')).toMatchObject({
      outcome: 'ignored',
      reason: 'policy-never',
      receivedCount: 2,
    });
  });
});

describe('a replay', () => {
  let server: TestServer;
  beforeEach(async () => (server = await start()));
  afterEach(() => server.stop());

  test('runs again what was processed before: the owner asked for it', async () => {
    await register(server);
    await server.post(issueComment(12), { deliveryId: 'd-1' });
    const first = await server.get(IntakeService).replay('d-1');
    const second = await server.get(IntakeService).replay('d-1');
    expect([first.outcome, second.outcome]).toEqual(['accepted', 'accepted']);
    expect(first.deliveryId).not.toBe(second.deliveryId);
  });

  test('of something unknown says so', async () => {
    await expect(server.get(IntakeService).replay('nothing')).rejects.toMatchObject({ code: 'delivery-not-found' });
  });
});

describe('what cannot be taken now is answered with 503 and stored nowhere', () => {
  test('beyond queue.maxPerSession', async () => {
    const server = await start((config) => (config.queue.maxPerSession = 2));
    try {
      await register(server);
      for (let n = 0; n < 2; n += 1) await server.post(issueComment(12, `comment ${n}`));
      const third = await server.post(issueComment(12, 'one too many'), { deliveryId: 'd-3' });
      expect(third).toMatchObject({ status: 503, body: { reason: 'queue-full' } });
      expect(third.body.message).toContain('queue.maxPerSession');
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await deliveryOf(server, 'd-3')).toBeUndefined();
      expect((await server.post(issueComment(13))).status).toBe(202); // what wakes nobody needs no place
    } finally {
      await server.stop();
    }
  });

  test('beyond queue.maxTotal, until there is room again', async () => {
    const server = await start((config) => (config.queue.maxTotal = 2));
    try {
      for (const n of [1, 2, 3]) await register(server, `github:octo-org/octo-repo#${n}`);
      const statuses: number[] = [];
      for (const n of [1, 2, 3]) statuses.push((await server.post(issueComment(n))).status);
      expect(statuses).toEqual([202, 202, 503]);
      await server.run((tx) => tx.execute(`UPDATE dispatch SET state = 'succeeded'`));
      expect((await server.post(issueComment(3, 'now there is'))).status).toBe(202);
    } finally {
      await server.stop();
    }
  });

  test('while the server stops', async () => {
    const server = await start();
    try {
      server.get(IntakeService).stop();
      const answer = await server.post(issueComment(12), { deliveryId: 'd-1' });
      expect(answer).toMatchObject({ status: 503, body: { reason: 'server-stopping' } });
      expect(answer.headers.get('retry-after')).toBe('30');
      const health = await fetch(new URL('/healthz', server.running.webhookUrl));
      expect(await health.json()).toEqual({ status: 'stopping' });
    } finally {
      await server.stop();
    }
  });

  test('while the store is locked for long; health answers meanwhile, and it recovers by itself', async () => {
    const server = await start();
    const other = new SqliteEngine(server.paths.database);
    try {
      other.exec('BEGIN IMMEDIATE');
      const waiting = server.post(issueComment(12), { deliveryId: 'd-1' });
      const health = await fetch(new URL('/healthz', server.running.webhookUrl));
      expect(health.status).toBe(200);
      const answer = await waiting;
      expect(answer).toMatchObject({ status: 503, body: { reason: 'store-unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('10');
      other.exec('ROLLBACK');
      expect((await server.post(issueComment(12), { deliveryId: 'd-1' })).status).toBe(202);
    } finally {
      other.close();
      await server.stop();
    }
  });
});
