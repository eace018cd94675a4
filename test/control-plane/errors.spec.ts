import { pino } from 'pino';
import { DispatchReads } from '../../src/control-plane/dispatches/dispatch.reads.store.js';
import { ActivityWatch } from '../../src/control-plane/activity/activity.watch.js';
import { SessionReads } from '../../src/control-plane/sessions/session.reads.store.js';
import { RowFeed } from '../../src/control-plane/activity/row.feed.js';
import { ControlClient } from '../support/control.client.js';
import { insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

const MASK = 'The server could not answer because of a defect of its own; its log has the reason';

describe.each(['production', 'development', undefined])('with NODE_ENV %s', (environment) => {
  const before = process.env.NODE_ENV;
  let server: TestServer;
  let owner: ControlClient;
  let log: string[];

  beforeAll(async () => {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    log = [];
    server = await TestServer.start(undefined, {
      logger: pino({ level: 'error' }, { write: (line) => void log.push(line) }),
    });
    owner = ControlClient.ownerOf(server);
    await server.run((tx) => insertSession(tx, 1, { id: 'one' }));
  });
  afterAll(async () => {
    process.env.NODE_ENV = before;
    await server.stop();
  });
  beforeEach(() => log.splice(0));

  test('a defect of a query is masked, and the log has it', async () => {
    server.get(SessionReads).page = () => Promise.reject(new Error('secret detail'));
    const { text, errors } = await owner.send('{ sessions { nodes { id } } }');
    expect(errors).toEqual([expect.objectContaining({ message: MASK, extensions: { code: 'internal-error' } })]);
    expect(text).not.toMatch(/secret detail|stack/);
    expect(log.join()).toMatch(/secret detail/);
  });

  test('a defect of a field is masked, and the log has it', async () => {
    server.get(DispatchReads).queue = () =>
      Promise.reject(Object.assign(new Error('secret detail'), { code: 'ENOENT' }));
    const { text, data, errors } = await owner.send('{ session(id: "one") { id queue { id } } }');
    expect([data, errors?.[0]?.message, errors?.[0]?.path]).toEqual([{ session: null }, MASK, ['session', 'queue']]);
    expect(text).not.toMatch(/secret detail|stack/);
    expect(log.join()).toMatch(/secret detail/);
  });

  test('a value the schema cannot carry is masked', async () => {
    server.get(SessionReads).ofWorkItem = () => Promise.resolve({ id: 'one', createdAt: 'secret detail' } as never);
    const { text, errors } = await owner.send('{ session(workItem: "github:a/b#1") { createdAt } }');
    expect(errors?.[0]?.message).toBe(MASK);
    expect(text).not.toMatch(/secret detail|stack/);
  });

  test('a defect while a subscription begins is masked', async () => {
    server.get(ActivityWatch).head = () => Promise.reject(new Error('secret detail'));
    const feed = owner.follow('subscription { activity { seq } }');
    expect(await feed.failure()).toMatchObject({ message: MASK, extensions: { code: 'internal-error' } });
    expect(log.join()).toMatch(/secret detail/);
    await feed.vanish();
  });

  test('a defect in the middle of a subscription is masked', async () => {
    server.get(ActivityWatch).activity = () =>
      new RowFeed<never>(0, { page: () => Promise.reject(new Error('secret detail')), listen: () => () => undefined });
    const feed = owner.follow('subscription { activity(after: 0) { seq } }');
    expect(await feed.failure()).toMatchObject({ message: MASK, extensions: { code: 'internal-error' } });
    expect(log.join()).toMatch(/secret detail/);
    await feed.vanish();
  });
});
