import { existsSync, readFileSync, statSync } from 'node:fs';
import { pino } from 'pino';
import { Transactions } from '../../src/database/database.transactions.js';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { startServer } from '../../src/server.js';
import { issueComment } from '../support/payloads.js';
import { TEST_SECRET, TestServer } from '../support/test.server.js';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('a running server', () => {
  let server: TestServer;
  beforeEach(async () => (server = await TestServer.start()));
  afterEach(() => server.stop());

  const again = () =>
    startServer({
      config: server.config,
      paths: server.paths,
      logger: pino({ level: 'silent' }),
      secrets: [TEST_SECRET],
    });

  test('keeps its state in folders nobody else can enter', () => {
    const { root, runs, backups, spool } = server.paths;
    expect([root, runs, backups, spool].map(modeOf)).toEqual([0o700, 0o700, 0o700, 0o700]);
  });

  test('says where it is, in a file for its owner alone, for as long as it runs', async () => {
    const { webhookUrl, controlUrl } = server.running;
    expect(JSON.parse(readFileSync(server.paths.server, 'utf8'))).toEqual({ pid: process.pid, webhookUrl, controlUrl });
    expect(modeOf(server.paths.server)).toBe(0o600);
    await server.running.stop();
    expect(existsSync(server.paths.server)).toBe(false);
  });

  test('is the only one on its state: a second start is refused and changes nothing', async () => {
    await expect(again()).rejects.toMatchObject({ code: 'state-held' });
    expect((await server.post(issueComment(1))).status).toBe(202);
    expect(existsSync(server.paths.server)).toBe(true);
  });

  test('tells when it begins to take deliveries and when it has stopped', async () => {
    await server.running.stop();
    const next = await again();
    const names = await next.app
      .get(Transactions, { strict: false })
      .run((tx) => tx.many(ActivityEntity, {}, { by: 'seq' }).map(({ name }) => name));
    await next.stop();
    expect(names).toEqual(['server.started', 'server.stopped', 'server.started']);
  });
});

describe('a start that fails half-way', () => {
  test('lets go of everything, so that the next one succeeds', async () => {
    const first = await TestServer.start();
    const taken = Number(new URL(first.running.webhookUrl).port);
    const other = await TestServer.start();
    const { config, paths } = other;
    await other.running.stop();
    const options = { paths, logger: pino({ level: 'silent' }), secrets: [TEST_SECRET] };
    config.webhooks.ghWebhook.port = taken;
    await expect(startServer({ config, ...options })).rejects.toMatchObject({ code: 'cannot-listen' });
    config.webhooks.ghWebhook.port = 0;
    const running = await startServer({ config, ...options });
    await running.stop();
    await first.stop();
    await other.stop();
  });
});
