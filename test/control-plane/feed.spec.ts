import { ActivityFeed } from '../../src/events/activity.feed.js';
import { MAX_BEHIND } from '../../src/control-plane/activity/row.feed.js';
import { ControlSockets } from '../../src/control-plane/control.sockets.js';
import { ControlClient, type Subscriber } from '../support/control.client.js';
import { insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

interface Item {
  seq: number;
  name: string;
}

const FOLLOW =
  'subscription ($after: ID, $filter: ActivityFilter) { activity(after: $after, filter: $filter) { seq name } }';

describe('following what happens', () => {
  let server: TestServer;
  let owner: ControlClient;
  /** Watchers when nobody reads. */
  let idle: number;

  beforeAll(async () => {
    server = await TestServer.start();
    owner = ControlClient.ownerOf(server);
    idle = server.get(ActivityFeed).listenerCount;
  });
  afterAll(() => server.stop());

  const record = (count: number, sessionId = 'one'): Promise<number[]> =>
    server.run((tx) => Array.from({ length: count }, () => tx.record({ name: 'session.resumed', sessionId }).seq));
  const head = (): Promise<number> =>
    server.run((tx) => tx.select<{ seq: number }>('SELECT max(seq) AS seq FROM activity')[0]!.seq);
  const seqs = (items: readonly Item[]): number[] => items.map(({ seq }) => seq);

  test('without a place it begins with what is still to come', async () => {
    const feed = owner.follow<Item>(FOLLOW);
    await live(feed);
    const after = await record(3);
    expect(seqs(await feed.take(3))).toEqual(after);
    await feed.vanish();
  });

  test('from a place it replays and goes live, with neither gap nor double', async () => {
    const from = await head();
    const stored = await record(250);
    const feed = owner.follow<Item>(FOLLOW, { after: from });
    const live = [...(await record(30)), ...(await record(30))];
    expect(seqs(await feed.take(310))).toEqual([...stored, ...live]);
    await feed.vanish();
  });

  test('a reader that is cut off again and again, and a server in full work, lose and double nothing', async () => {
    const from = await head();
    const written: number[] = [];
    const seen: number[] = [];
    const writing = (async () => {
      for (let round = 0; round < 60; round++) written.push(...(await record(5)));
    })();
    while (seen.length < 300) {
      const feed = owner.follow<Item>(FOLLOW, { after: String(seen.at(-1) ?? from) });
      seen.push(...seqs(await feed.take(Math.min(37, 300 - seen.length))));
      await feed.vanish();
    }
    await writing;
    expect(seen).toEqual(written);
  });

  test('a filter lets through what it names and nothing else', async () => {
    const from = await head();
    await record(5, 'one');
    const wanted = await record(2, 'two');
    const feed = owner.follow<Item>(FOLLOW, { after: from, filter: { sessionId: 'two', names: ['session.resumed'] } });
    await feed.take(2);
    await record(5, 'one');
    const more = await record(1, 'two');
    expect(seqs(await feed.take(3))).toEqual([...wanted, ...more]);
    await feed.vanish();
  });

  test('the stored feed pages forward from a place, and shows the last items without one', async () => {
    const from = await head();
    const all = await record(7);
    const query =
      'query ($after: ID, $first: Int!) { activity(after: $after, first: $first) { nodes { seq } pageInfo { hasNextPage endCursor } } }';
    const { activity: first } = await owner.ask(query, { after: from, first: 5 });
    const { activity: second } = await owner.ask(query, { after: first.pageInfo.endCursor, first: 5 });
    expect([...seqs(first.nodes), ...seqs(second.nodes)]).toEqual(all);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    const { activity: last } = await owner.ask(query, { first: 3 });
    expect(seqs(last.nodes)).toEqual(all.slice(-3));
  });

  test('a session is shown each time something about it changes', async () => {
    await server.run((tx) => insertSession(tx, 1, { id: 'watched' }));
    const feed = owner.follow<{ id: string; status: string }>(
      'subscription { sessionUpdated(id: "watched") { id status } }',
    );
    await live(feed);
    await record(3, 'other');
    await server.run((tx) => {
      tx.execute(`UPDATE session SET status = 'paused' WHERE id = 'watched'`);
      tx.record({ name: 'session.paused', sessionId: 'watched' });
    });
    expect(await feed.take(1)).toEqual([{ id: 'watched', status: 'paused' }]);
    await feed.vanish();
  });

  test('200 readers see every event', async () => {
    const line = owner.socket();
    const lines = [line, ...Array.from({ length: 3 }, () => owner.socket())];
    const from = await head();
    const feeds = lines.flatMap((each) =>
      Array.from({ length: 50 }, () => each.subscribe<Item>(FOLLOW, { after: from })),
    );
    const written = [...(await record(3)), ...(await record(3))];
    for (const feed of feeds) expect(seqs(await feed.take(6))).toEqual(written);
    expect((await line.subscribe(FOLLOW).failure()).extensions.code).toBe('too-many-subscriptions');
    for (const each of lines) each.socket.terminate();
    await Promise.all(lines.map(({ closed }) => closed));
  });

  test('1,000 readers that vanish without a word leave nothing behind', async () => {
    const feed = server.get(ActivityFeed);
    const sockets = server.get(ControlSockets);
    await settled(() => sockets.size === 0);
    const before = feed.listenerCount;
    for (let round = 0; round < 20; round++) {
      const readers = Array.from({ length: 50 }, () =>
        owner.follow<Item>(FOLLOW, { after: 0, filter: { level: 'error' } }),
      );
      await Promise.all(readers.map(({ line }) => line.acknowledged()));
      if (round % 2 === 0) await settled(() => feed.listenerCount === before + 50);
      await Promise.all(readers.map((reader) => reader.vanish()));
    }
    await settled(() => sockets.size === 0 && feed.listenerCount === before);
    expect([sockets.size, feed.listenerCount]).toEqual([0, before]);
  });

  test('a reader that does not read keeps nothing but its place', async () => {
    const reader = owner.follow<Item>(FOLLOW, { after: 0 });
    await reader.take(1);
    reader.line.socket.pause();
    const seen = reader.items.length;
    for (let round = 0; round < 20; round++) await record(500);
    const other = owner.follow<Item>(FOLLOW, { after: await head() });
    await live(other);
    const [mark] = await record(1);
    expect(seqs(await other.take(1))).toEqual([mark]); // nobody waits for the one who sleeps
    reader.line.socket.resume();
    expect(seqs(await reader.take(seen + 2_000)).slice(0, seen + 2_000)).toEqual(
      Array.from({ length: seen + 2_000 }, (_, index) => reader.items[0]!.seq + index),
    );
    await Promise.all([reader.vanish(), other.vanish()]);
  });

  test('a reader that stays away too long is ended with the place to go on from, and has missed nothing', async () => {
    await settled(() => server.get(ActivityFeed).listenerCount === idle); // those before are gone
    const from = await head();
    // So much text in each answer that the buffers of the connection are full at once.
    const wide = Array.from({ length: 25 }, (_, index) => `error${index}: error`).join(' ');
    const reader = owner.follow<Item>(`subscription ($after: ID) { activity(after: $after) { seq ${wide} } }`, {
      after: from,
    });
    await live(reader);
    reader.line.socket.pause();
    const text = 'x'.repeat(2_000);
    for (let round = 0; round * 500 < MAX_BEHIND + 3_000; round++) {
      await server.run((tx) => {
        for (let each = 0; each < 500; each++) tx.record({ name: 'session.resumed', sessionId: 'slow', error: text });
      });
    }
    await settled(() => server.get(ActivityFeed).listenerCount === idle);

    reader.line.socket.resume();
    const { extensions } = await reader.failure();
    const read = seqs(reader.items.filter((item) => item !== undefined));
    expect(extensions).toMatchObject({ code: 'reader-too-slow', cursor: read.at(-1) });
    expect(read.length).toBeLessThan(MAX_BEHIND / 2);
    await reader.vanish();
    const again = owner.follow<Item>(FOLLOW, { after: String(extensions.cursor) });
    const whole = [...read, ...seqs(await again.take(200)).slice(0, 200)];
    expect(whole).toEqual(Array.from({ length: whole.length }, (_, index) => from + index + 1));
    await again.vanish();
  });

  test('it goes on across a restart of the server', async () => {
    const first = await TestServer.start();
    try {
      const client = ControlClient.ownerOf(first);
      const feed = client.follow<Item>(FOLLOW, { after: 0 });
      const [started] = await feed.take(1);
      await first.running.stop();
      expect(await feed.line.closed).toBeGreaterThan(1_000);
      const second = await TestServer.start(undefined, { paths: first.paths });
      try {
        const again = new ControlClient(second.running.controlUrl, client.token).follow<Item>(FOLLOW, {
          after: started!.seq,
        });
        expect((await again.take(2)).map(({ name }) => name)).toEqual(['server.stopped', 'server.started']);
        await again.vanish();
      } finally {
        await second.stop();
      }
    } finally {
      await first.stop();
    }
  });

  /** Resolves once the server has begun to listen for this reader. */
  async function live(reader: Subscriber<unknown>): Promise<void> {
    const feed = server.get(ActivityFeed);
    const before = feed.listenerCount;
    await reader.line.acknowledged();
    await settled(() => feed.listenerCount > before || reader.items.length > 0);
  }

  /** Looks at each turn of the event loop; the test's own time limit ends what never comes true. */
  async function settled(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  }
});
