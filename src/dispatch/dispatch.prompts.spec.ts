import { DispatchRoom } from '../../test/support/dispatch.room.js';
import { FakeTurns } from '../../test/support/fake.turns.js';
import type { BatchingConfig } from '../config/routing-config.js';
import { DeliveryEntity } from '../database/entities/delivery.entity.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { SessionStates } from '../sessions/session.states.js';

describe('a batch', () => {
  let turns: FakeTurns;
  let room: DispatchRoom;
  const open = async (batching: Partial<BatchingConfig>): Promise<void> => {
    turns = new FakeTurns();
    const wanted = { mode: 'queued', ...batching };
    const configure = (config: DispatchRoom['config']) =>
      void Object.assign(config.webhooks.ghWebhook.routing.batching, wanted);
    room = await DispatchRoom.open({ turns, configure });
    await room.service.start();
  };
  afterEach(() => room.close());

  const ids = (rows: readonly DispatchEntity[]) => rows.map((row) => row.deliveryId);

  test('waits for its quiet window, then is one turn with all the events in their order', async () => {
    await open({ quietSeconds: 1 });
    const session = await room.session(15);
    const rows: DispatchEntity[] = [];
    for (let n = 0; n < 13; n += 1) rows.push(await room.event(session));
    await room.settled(session);
    expect(turns.begun.map(({ deliveries }) => deliveries)).toEqual([ids(rows)]);
    const [head, ...others] = await room.rows(session);
    expect(head!.batchedWith).toBeNull();
    expect(others.map((row) => row.batchedWith)).toEqual(others.map(() => head!.id));
    expect(await room.activity({ dispatchId: others[0]!.id })).toEqual([
      'dispatch.queued',
      'dispatch.started',
      'dispatch.succeeded',
    ]);
  });

  test('does not exist when batching is off', async () => {
    await open({ mode: 'off' });
    const session = await room.session(15);
    await room.events([session, session, session]);
    await room.settled(session);
    expect(turns.begun).toHaveLength(3);
  });

  test('leaves what does not fit into the prompt to the next turn', async () => {
    await open({});
    turns.answer = () => undefined;
    const session = await room.session(15);
    await room.event(session);
    const first = await turns.turn(0);
    const rows = await room.events(Array.from({ length: 40 }, () => session));
    const long = 'long text '.repeat(400);
    for (const { deliveryId } of rows) {
      const payload = Buffer.from(JSON.stringify({ comment: { body: `body of ${deliveryId}"\n${long}` } }));
      await room.run((tx) => tx.update(DeliveryEntity, { deliveryId: deliveryId! }, { payload }));
    }
    turns.answer = () => ({});
    first.end();
    await room.settled(session);
    const lengths = turns.begun.slice(1).map(({ spec }) => Buffer.byteLength(spec.turn.prompt));
    expect(lengths.length).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThan(100_000);
    const carried = turns.begun.slice(1).flatMap(({ spec }) => [...spec.turn.prompt.matchAll(/body of (d\d+-15)/g)]);
    expect(carried.map(([, id]) => id)).toEqual(ids(rows));
  });

  test('never holds a close, and nothing passes it', async () => {
    await open({});
    turns.answer = () => undefined;
    const session = await room.session(15);
    await room.event(session);
    const first = await turns.turn(0);
    const before = await room.events([session, session]);
    await room.run((tx) => room.get(SessionStates).markClosing(tx, session.id, 'pr-merged'));
    await room.event(session, { kind: 'close', reason: 'pr-merged' });
    const after = await room.events([session, session], { reason: 'reopened' });
    turns.answer = () => ({});
    first.end();
    await room.settled(session);
    expect(turns.begun.slice(1).map(({ deliveries }) => deliveries)).toEqual([ids(before), ids(after)]);
    expect(await room.status(session)).toBe('active');
  });

  test('that was cut runs again event by event, so that only the bad one is set aside', async () => {
    await open({});
    turns.answer = () => undefined;
    const session = await room.session(15);
    await room.event(session);
    const first = await turns.turn(0);
    const rows = await room.events([session, session, session]);
    turns.answer = ({ deliveries }) => (deliveries.includes(rows[1]!.deliveryId!) ? { class: 'interrupted' } : {});
    first.end();
    await room.settled(session);
    expect(turns.begun.slice(1).map(({ deliveries }) => deliveries.length)).toEqual([3, 1, 1, 1]);
    expect((await room.states(session)).slice(1)).toEqual(['succeeded', 'quarantined', 'succeeded']);
    expect(turns.begun[2]!.spec.turn.prompt).toMatch('the turn was cut off');
  });
});
