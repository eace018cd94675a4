import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnEvent } from '../../src/harness/turn-event.js';
import { ActivityFeed } from '../../src/events/activity.feed.js';
import { ControlClient } from '../support/control.client.js';
import { insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

interface Line {
  after: number;
  kind: string;
  text: string | null;
}

const FOLLOW =
  'subscription ($id: ID!, $after: Int) { turnOutput(dispatchId: $id, after: $after) { after kind text tool failed json } }';

describe('following what a turn says', () => {
  let server: TestServer;
  let owner: ControlClient;

  beforeAll(async () => {
    server = await TestServer.start();
    owner = ControlClient.ownerOf(server);
    await server.run((tx) => insertSession(tx, 1, { id: 'one' }));
  });
  afterAll(() => server.stop());

  const write = (dispatchId: string, ...events: TurnEvent[]): void => {
    const directory = join(server.paths.runs, dispatchId, 'a1');
    mkdirSync(directory, { recursive: true });
    appendFileSync(join(directory, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  };
  const begin = (id: string): Promise<unknown> =>
    server.run((tx) => insertDispatch(tx, 'one', { id, state: 'running', attemptId: 'a1' }));
  const end = (id: string): Promise<unknown> =>
    server.run((tx) => {
      tx.execute(`UPDATE dispatch SET state = 'succeeded' WHERE id = ?`, id);
      tx.record({ name: 'dispatch.succeeded', sessionId: 'one', dispatchId: id });
    });
  const text = (words: string): TurnEvent => ({ kind: 'text', text: words });

  test('a finished turn is shown whole and ends', async () => {
    write(
      'done',
      text('Hello'),
      { kind: 'tool-started', tool: 'Bash', id: '1', subject: 'npm test' },
      { kind: 'tool-finished', id: '1', failed: true },
    );
    await begin('done');
    await end('done');
    const lines = await owner.follow<Line>(FOLLOW, { id: 'done' }).ended();
    expect(lines.map(({ kind }) => kind)).toEqual(['text', 'tool-started', 'tool-finished']);
    expect(lines).toMatchObject([{ text: 'Hello' }, { tool: 'Bash' }, { failed: true }]);
  });

  test('a running turn is followed to its end', async () => {
    write('live', text('one'));
    await begin('live');
    const feed = owner.follow<Line>(FOLLOW, { id: 'live' });
    await feed.take(1);
    write('live', text('two'));
    await feed.take(2);
    write('live', text('three'));
    await end('live');
    expect((await feed.ended()).map((line) => line.text)).toEqual(['one', 'two', 'three']);
  });

  test('a place counts bytes and cuts no character', async () => {
    write('wide', text('Grüße 🦊'), text('日本語'), text('end'));
    await begin('wide');
    await end('wide');
    const all = await owner.follow<Line>(FOLLOW, { id: 'wide' }).ended();
    const rest = await owner.follow<Line>(FOLLOW, { id: 'wide', after: all[0]!.after }).ended();
    expect(all[0]!.after).toBe(Buffer.byteLength(`${JSON.stringify(text('Grüße 🦊'))}\n`));
    expect(rest).toEqual(all.slice(1));
    const within = await owner.follow<Line>(FOLLOW, { id: 'wide', after: 15 }).ended(); // in the middle of a character
    expect(within).toEqual(all.slice(1));
  });

  test('a dispatch that waits is waited for', async () => {
    await server.run((tx) => insertDispatch(tx, 'one', { id: 'later', state: 'queued' }));
    const feed = owner.follow<Line>(FOLLOW, { id: 'later' });
    await feed.line.acknowledged();
    write('later', text('at last'));
    await server.run((tx) => {
      tx.execute(`UPDATE dispatch SET state = 'running', attemptId = 'a1' WHERE id = 'later'`);
      tx.record({ name: 'dispatch.started', dispatchId: 'later' });
    });
    expect(await feed.take(1)).toMatchObject([{ text: 'at last' }]);
    await end('later');
    await feed.ended();
  });

  test('one that was cancelled before its turn ends with nothing', async () => {
    await server.run((tx) => insertDispatch(tx, 'one', { id: 'never', state: 'cancelled' }));
    expect(await owner.follow<Line>(FOLLOW, { id: 'never' }).ended()).toEqual([]);
  });

  test('an unknown dispatch and a negative place are refused', async () => {
    expect((await owner.follow(FOLLOW, { id: 'nope' }).failure()).extensions.code).toBe('dispatch-not-found');
    expect((await owner.follow(FOLLOW, { id: 'done', after: -1 }).failure()).extensions.code).toBe('bad-input');
  });

  test('readers that vanish leave no listener behind', async () => {
    await begin('long');
    write('long', text('one'));
    const feed = server.get(ActivityFeed);
    const before = feed.listenerCount;
    const readers = Array.from({ length: 20 }, () => owner.follow<Line>(FOLLOW, { id: 'long' }));
    await Promise.all(readers.map((reader) => reader.take(1)));
    await Promise.all(readers.map((reader) => reader.vanish()));
    while (feed.listenerCount > before) await new Promise((resolve) => setImmediate(resolve));
    await end('long');
  });
});
