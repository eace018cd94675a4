import { DispatchRoom, type RoomOptions } from '../../test/support/dispatch.room.js';
import { FakeTurns } from '../../test/support/fake.turns.js';

describe('a session that runs in circles is parked', () => {
  let turns: FakeTurns;
  let room: DispatchRoom;
  const open = async (options: RoomOptions = {}): Promise<void> => {
    turns = new FakeTurns();
    room = await DispatchRoom.open({ turns, ...options });
    await room.service.start();
  };
  afterEach(() => room.close());

  test('after so many turns within an hour; released, it begins to count anew', async () => {
    await open({ configure: (config) => void (config.webhooks.ghWebhook.routing.maxTurnsPerHour = 3) });
    const session = await room.session(15);
    for (let n = 0; n < 5; n += 1) await room.event(session);
    await room.settled(session);
    expect(await room.states(session)).toEqual(['succeeded', 'succeeded', 'succeeded', 'held', 'held']);
    expect(await room.reload(session)).toMatchObject({ status: 'parked', statusReason: 'needs-human' });
    expect((await room.rows(session))[3]!.detail).toBe(
      '3 turns within an hour (routing.maxTurnsPerHour); see whether it runs in circles, ' +
        'then let it go on with "the-loop sessions release"',
    );
    expect(await room.activity({ sessionId: session.id })).toContain('session.parked');
    await room.service.release(session.workItem);
    await room.settled(session);
    expect((await room.states(session)).slice(3)).toEqual(['succeeded', 'succeeded']);
  });

  test('in which the deliveries of one review count once', async () => {
    await open({ configure: (config) => void (config.webhooks.ghWebhook.routing.maxTurnsPerHour = 2) });
    const session = await room.session(15);
    for (let n = 0; n < 6; n += 1) await room.event(session, { reviewKey: 'octo-org/octo-repo#7' });
    await room.event(session);
    await room.event(session);
    await room.settled(session);
    expect((await room.states(session)).filter((state) => state === 'succeeded')).toHaveLength(7);
  });

  test('after so many turns for CI of one commit, whatever else it does', async () => {
    await open({ configure: (config) => void (config.webhooks.ghWebhook.routing.maxTurnsPerHead = 2) });
    const session = await room.session(15);
    await room.event(session, { headSha: 'a'.repeat(40) });
    await room.event(session, { headSha: 'b'.repeat(40) });
    await room.event(session);
    await room.event(session, { headSha: 'a'.repeat(40) });
    await room.event(session, { headSha: 'a'.repeat(40) });
    await room.settled(session);
    expect(await room.states(session)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded', 'held']);
  });
});
