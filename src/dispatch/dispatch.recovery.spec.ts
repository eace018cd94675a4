import { DispatchRoom, type RoomOptions } from '../../test/support/dispatch.room.js';
import { FakeTurns } from '../../test/support/fake.turns.js';
import type { TurnVerdict } from '../harness/turn-spec.js';
import { TurnTokens } from './turn.tokens.js';

describe('a start after a server that is gone', () => {
  let before: FakeTurns;
  let turns: FakeTurns;
  let room: DispatchRoom;
  const open = async (configure?: RoomOptions['configure']): Promise<void> => {
    before = new FakeTurns();
    before.answer = () => undefined;
    room = await DispatchRoom.open({ turns: before, configure });
    await room.service.start();
  };
  /** The server goes while its turns run on, and the next one starts on its state. */
  const restart = async (
    found: TurnVerdict = { state: 'alive' },
    configure?: RoomOptions['configure'],
  ): Promise<void> => {
    await room.leave();
    turns = new FakeTurns();
    turns.found = found;
    room = await DispatchRoom.open({ turns, folder: room.folder, configure });
    await room.service.start();
  };
  afterEach(() => room.close());

  test('runs what was queued, in the order of the inbox', async () => {
    await open();
    const session = await room.session(15);
    const rows = await room.events([session, session, session]);
    await before.turn(0);
    await restart({ state: 'never-started' });
    await room.untilState(rows[2]!, 'succeeded');
    expect(turns.begun.map(({ deliveries }) => deliveries[0])).toEqual(rows.map((row) => row.deliveryId));
    expect(before.begun).toHaveLength(1);
    expect(turns.begun[0]!.spec.turn.prompt).not.toMatch('delivered to you before');
    expect(await room.row(rows[0]!.id)).toMatchObject({ attempts: 1 });
  });

  test('adopts a turn that still runs: same attempt, same deadline, same token, and nothing runs beside it', async () => {
    await open();
    const session = await room.session(15);
    const [first, second] = await room.events([session, session]);
    const { spec } = await before.turn(0);
    await restart();
    turns.answer = () => undefined;
    const adopted = await turns.turn(0);
    expect(adopted).toMatchObject({ adopted: true });
    expect(adopted.spec).toMatchObject({
      attemptId: spec.attemptId,
      deadlineAt: spec.deadlineAt,
      directory: spec.directory,
    });
    const who = room.get(TurnTokens).whoIs(spec.environment.THE_LOOP_TOKEN!);
    expect(who).toEqual({ sessionId: session.id, dispatchId: first!.id });
    expect(await room.states(session)).toEqual(['running', 'queued']);
    turns.answer = () => ({});
    adopted.end({ text: 'done meanwhile' });
    await room.untilState(second!, 'succeeded');
    expect(await room.row(first!.id)).toMatchObject({ state: 'succeeded', attempts: 1, resultText: 'done meanwhile' });
    expect(turns.begun).toHaveLength(2);
  });

  test('counts adopted turns against the limit', async () => {
    await open();
    const sessions = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => room.session(n)));
    await room.events(sessions);
    await before.turn(3);
    await restart();
    turns.answer = () => undefined;
    await turns.turn(3);
    expect(turns.begun.map(({ adopted }) => adopted)).toEqual([true, true, true, true]);
    for (const turn of [...turns.begun]) turn.end();
    (await turns.turn(4)).end();
    (await turns.turn(5)).end();
    await room.until(async () => (await room.states()).every((state) => state === 'succeeded'));
    expect(turns.most).toBe(4);
  });

  test('repeats a turn that died once, at the head of its lane and with a note, then sets it aside and goes on', async () => {
    await open();
    const session = await room.session(15);
    const [first, second] = await room.events([session, session]);
    await before.turn(0);
    await restart({ state: 'dead' });
    turns.answer = () => undefined;
    const again = await turns.turn(0);
    expect(again.deliveries).toEqual([first!.deliveryId]);
    expect(again.spec.turn).toMatchObject({ kind: 'resume', harnessSessionId: 'conversation-15' });
    expect(again.spec.turn.prompt).toMatch('the turn was cut off');
    expect(await room.row(first!.id)).toMatchObject({ state: 'running', attempts: 1 });
    await restart({ state: 'dead' });
    await room.untilState(second!, 'succeeded');
    expect(await room.row(first!.id)).toMatchObject({ state: 'quarantined', attempts: 2 });
    expect(await room.activity({ dispatchId: first!.id })).toEqual([
      ...['dispatch.queued', 'dispatch.started', 'dispatch.interrupted', 'dispatch.queued'],
      ...['dispatch.started', 'dispatch.interrupted', 'dispatch.quarantined'],
    ]);
  });

  test('parks the session of a turn that died, where the policy says so; released, the event is repeated', async () => {
    const park: RoomOptions['configure'] = (config) => void (config.webhooks.ghWebhook.routing.onInterrupted = 'park');
    await open(park);
    const session = await room.session(15);
    const [first, second] = await room.events([session, session]);
    await before.turn(0);
    await restart({ state: 'dead' }, park);
    await room.untilState(first!, 'interrupted');
    expect(await room.states(session)).toEqual(['interrupted', 'held']);
    expect(await room.status(session)).toBe('parked');
    await room.service.release(session.workItem);
    await room.untilState(second!, 'succeeded');
    expect(turns.begun.map(({ deliveries }) => deliveries[0])).toEqual([first!.deliveryId, second!.deliveryId]);
  });

  test('starts a turn that had never begun ten times, without a note, then sets it aside', async () => {
    await open();
    const session = await room.session(15);
    const row = await room.event(session);
    await before.turn(0);
    for (let starts = 2; starts <= 10; starts += 1) {
      await restart({ state: 'never-started' });
      before = turns;
      turns.answer = () => undefined;
      expect((await turns.turn(0)).spec.turn.prompt).not.toMatch('delivered to you before');
      expect(await room.row(row.id)).toMatchObject({ state: 'running', starts, attempts: 0 });
    }
    await restart({ state: 'never-started' });
    await room.untilState(row, 'quarantined');
  });

  test('touches no turn of which the disk does not tell what became', async () => {
    await open();
    const session = await room.session(15);
    const row = await room.event(session);
    await before.turn(0);
    await restart({ state: 'unknown', detail: 'The disk is full' });
    await room.event(await room.session(16));
    await turns.turn(0);
    expect((await room.row(row.id)).state).toBe('running');
    expect(turns.begun.map(({ spec }) => spec.turn.harnessSessionId)).toEqual(['conversation-16']);
  });

  test('lets held rows go when their time has come, also when that was while no server ran', async () => {
    await open();
    before.answer = () => ({ class: 'rate-limited', until: Date.now() + 200 });
    const row = await room.event(await room.session(15));
    await room.untilState(row, 'held');
    await restart();
    await room.untilState(row, 'succeeded');
  });
});

describe('a stop', () => {
  let turns: FakeTurns;
  let room: DispatchRoom;
  beforeEach(async () => {
    turns = new FakeTurns();
    turns.answer = () => undefined;
    room = await DispatchRoom.open({ turns });
    await room.service.start();
  });
  afterEach(() => room.close());

  test('waits for running turns and begins none', async () => {
    const session = await room.session(15);
    await room.events([session, session]);
    const turn = await turns.turn(0);
    const stopped = room.service.stop(60);
    turn.end();
    await stopped;
    expect(await room.states(session)).toEqual(['succeeded', 'queued']);
  });

  test('leaves what still runs when its patience is over, and a second call shortens it', async () => {
    const row = await room.event(await room.session(15));
    await turns.turn(0);
    const stopped = room.service.stop(3600);
    await room.service.stop(0);
    await stopped;
    expect((await room.row(row.id)).state).toBe('running');
  });

  test('that kills ends the turns; they were cut, and are owed once more', async () => {
    const row = await room.event(await room.session(15));
    await turns.turn(0);
    await room.service.stop(60, true);
    expect(await room.row(row.id)).toMatchObject({ state: 'queued', attempts: 1, endIntent: 'killed' });
    expect(await room.activity({ dispatchId: row.id })).toContain('dispatch.interrupted');
  });

  test('may come before the start, and twice', async () => {
    const idle = await DispatchRoom.open({ turns });
    await idle.service.stop(0);
    await idle.service.start();
    await idle.event(await idle.session(15));
    await idle.service.stop(0);
    expect(turns.begun).toHaveLength(0);
    await idle.close();
  });
});
