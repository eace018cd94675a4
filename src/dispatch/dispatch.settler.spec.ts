import { DispatchRoom, type RoomOptions } from '../../test/support/dispatch.room.js';
import { FakeTurns } from '../../test/support/fake.turns.js';

describe('rows wait', () => {
  let turns: FakeTurns;
  let room: DispatchRoom;
  const open = async (options: RoomOptions = {}): Promise<void> => {
    turns = new FakeTurns();
    room = await DispatchRoom.open({ turns, ...options });
    await room.service.start();
  };
  afterEach(() => room.close());

  test('until a rate limit is over, at the head of their lane, without a slot', async () => {
    await open({ configure: (config) => void (config.webhooks.ghWebhook.routing.maxConcurrentDispatches = 1) });
    const [limited, free] = [await room.session(15), await room.session(16)];
    const until = Date.now() + 400;
    turns.answer = () => (turns.begun.length === 1 ? { class: 'rate-limited', until } : {});
    const first = await room.event(limited);
    await room.untilState(first, 'held');
    expect(await room.row(first.id)).toMatchObject({ outcome: 'rate-limited', heldUntil: until, attempts: 0 });
    const second = await room.event(limited);
    await room.untilState(await room.event(free), 'succeeded');
    expect(await room.states(limited)).toEqual(['held', 'queued']);
    await room.untilState(second, 'succeeded');
    expect(Date.now()).toBeGreaterThanOrEqual(until);
    expect(turns.begun.slice(2).map(({ deliveries }) => deliveries[0])).toEqual([first.deliveryId, second.deliveryId]);
  });

  test('when the harness no longer knows the conversation, until it is registered again; then in order', async () => {
    await open();
    const session = await room.session(15);
    turns.answer = ({ spec }) => (spec.turn.harnessSessionId === 'again' ? {} : { class: 'session-gone' });
    const rows = [await room.event(session), await room.event(session), await room.event(session)];
    await room.untilState(rows[2]!, 'held');
    expect(await room.status(session)).toBe('stale');
    expect(await room.states(session)).toEqual(['held', 'held', 'held']);
    const registration = {
      workItem: session.workItem,
      harness: 'claude',
      harnessSessionId: 'again',
      cwd: room.tree,
      check: false,
    };
    await room.service.registerSession(registration);
    await room.settled(session);
    expect(await room.states(session)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(turns.begun.slice(1).map(({ deliveries }) => deliveries[0])).toEqual(rows.map((row) => row.deliveryId));
  });

  test('not when the policy starts a fresh conversation instead', async () => {
    await open({ configure: (config) => void (config.webhooks.ghWebhook.routing.onStale = 'respawn') });
    const session = await room.session(15);
    turns.answer = ({ spec }) => (spec.turn.kind === 'resume' ? { class: 'session-gone' } : {});
    const row = await room.event(session);
    await room.untilState(row, 'succeeded');
    expect(turns.begun.map(({ spec }) => spec.turn.kind)).toEqual(['resume', 'spawn']);
    expect(await room.reload(session)).toMatchObject({
      status: 'active',
      formerHarnessSessionIds: ['conversation-15'],
    });
  });

  test('on a harness that is not logged in, those of all its sessions and of no other, until somebody says so', async () => {
    await open();
    const [one, two, other] = [await room.session(1), await room.session(2), await room.session(3, 'chat', 'cursor')];
    turns.answer = ({ spec }) => (spec.adapter.name === 'claude' ? { class: 'not-logged-in', detail: 'Log in' } : {});
    const first = await room.event(one);
    await room.untilState(first, 'held');
    const second = await room.event(two);
    await room.untilState(second, 'held');
    await room.untilState(await room.event(other), 'succeeded');
    expect(turns.begun).toHaveLength(2);
    expect(await room.row(second.id)).toMatchObject({
      outcome: 'not-logged-in',
      detail: 'Log in',
      attempts: 0,
      starts: 0,
    });
    expect((await room.row(second.id)).heldUntil).toBe((await room.row(first.id)).heldUntil);
    turns.answer = () => ({});
    await room.service.release(two.workItem);
    await room.untilState(second, 'succeeded');
  });
});
