import { DispatchRoom } from '../../test/support/dispatch.room.js';
import { FakeTurns } from '../../test/support/fake.turns.js';
import type { SessionEntity } from '../database/entities/session.entity.js';

describe('the owner', () => {
  let turns: FakeTurns;
  let room: DispatchRoom;
  let session: SessionEntity;
  beforeEach(async () => {
    turns = new FakeTurns();
    room = await DispatchRoom.open({ turns });
    await room.service.start();
    session = await room.session(15);
    turns.answer = () => undefined;
  });
  afterEach(() => room.close());

  const registration = (more: object = {}) => ({
    workItem: session.workItem,
    harness: 'claude',
    harnessSessionId: 'another',
    cwd: room.tree,
    check: false,
    ...more,
  });
  const freely = (): void => void (turns.answer = () => ({}));

  describe('cancels', () => {
    test('a waiting row: it never runs, and the lane goes on without it', async () => {
      await room.event(session);
      const [second, third] = await room.events([session, session]);
      const turn = await turns.turn(0);
      expect(await room.service.cancel(second!.id)).toMatchObject({ state: 'cancelled', outcome: 'owner' });
      freely();
      turn.end();
      await room.untilState(third!, 'succeeded');
      expect(turns.begun).toHaveLength(2);
    });

    test('a running one: its turn is ended, the intent is on the row, the lane goes on', async () => {
      const first = await room.event(session);
      const second = await room.event(session);
      await turns.turn(0);
      freely();
      expect(await room.service.cancel(first.id)).toMatchObject({
        state: 'failed',
        outcome: 'killed',
        endIntent: 'cancelled',
      });
      await room.untilState(second, 'succeeded');
    });

    test('a held row, and what waited behind it is due', async () => {
      freely();
      turns.answer = () => ({ class: 'directory-gone' });
      const first = await room.event(session);
      await room.untilState(first, 'held');
      const second = await room.event(session);
      freely();
      await room.service.cancel(first.id);
      await room.untilState(second, 'succeeded');
    });

    test('nothing that is over or unknown', async () => {
      freely();
      const row = await room.event(session);
      await room.untilState(row, 'succeeded');
      await expect(room.service.cancel(row.id)).rejects.toMatchObject({ code: 'dispatch-state' });
      await expect(room.service.cancel('nothing')).rejects.toMatchObject({ code: 'dispatch-not-found' });
    });
  });

  test('tries a failed row again: in its old place, with a note in the prompt', async () => {
    turns.answer = () => (turns.begun.length === 1 ? { class: 'agent-error' } : {});
    const row = await room.event(session);
    await room.untilState(row, 'failed');
    expect(await room.service.retry(row.id)).toMatchObject({ state: 'queued', attempts: 0 });
    await room.untilState(row, 'succeeded');
    expect(turns.begun[0]!.spec.turn.prompt).not.toMatch('delivered to you before');
    expect(turns.begun[1]!.spec.turn.prompt).toMatch('the turn ended badly');
    await expect(room.service.retry(row.id)).rejects.toMatchObject({ code: 'dispatch-state' });
    await expect(room.service.retry('nothing')).rejects.toMatchObject({ code: 'dispatch-not-found' });
  });

  test('pauses a session: a running turn goes on, what follows waits until it is resumed', async () => {
    const [first, second] = await room.events([session, session]);
    const turn = await turns.turn(0);
    expect((await room.service.pause(session.workItem)).status).toBe('paused');
    const third = await room.event(session);
    freely();
    turn.end();
    await room.untilState(first!, 'succeeded');
    expect((await room.states(session)).slice(1)).toEqual(['held', 'held']);
    await expect(room.service.release(session.id)).rejects.toMatchObject({ code: 'session-state' });
    expect((await room.service.resume(session.id)).status).toBe('active');
    await room.untilState(third, 'succeeded');
    expect(turns.begun.map(({ deliveries }) => deliveries[0])).toEqual(
      [first, second, third].map((row) => row!.deliveryId),
    );
    await expect(room.service.resume(session.id)).rejects.toMatchObject({ code: 'session-state' });
  });

  test('releases rows that were set aside, and is told when nothing waits for him', async () => {
    turns.answer = () => (turns.begun.length <= 2 ? { class: 'interrupted' } : {});
    const row = await room.event(session);
    await room.untilState(row, 'quarantined');
    expect(turns.begun).toHaveLength(2);
    await room.service.release(session.workItem);
    await room.untilState(row, 'succeeded');
    await expect(room.service.release(session.workItem)).rejects.toMatchObject({ code: 'session-state' });
    await expect(room.service.release('github:octo-org/octo-repo#99')).rejects.toMatchObject({
      code: 'session-not-found',
    });
  });

  test('closes a session: what waits is cancelled, a running turn is ended, a paused one closes too', async () => {
    const rows = await room.events([session, session, session]);
    await turns.turn(0);
    await room.service.pause(session.id);
    expect(await room.service.closeSession(session.workItem)).toMatchObject({
      status: 'closed',
      statusReason: 'owner',
      harnessSessionId: 'conversation-15',
    });
    expect(await room.states(session)).toEqual(['failed', 'cancelled', 'cancelled', 'succeeded']);
    expect(turns.begun).toHaveLength(1);
    expect(await room.activity({ sessionId: session.id })).toContain('session.closed');
    await expect(room.service.closeSession(session.id)).rejects.toMatchObject({ code: 'session-state' });
    await expect(room.service.retry(rows[0]!.id)).rejects.toMatchObject({ code: 'session-state' });
  });

  test('a turn that closes its own session is not ended by that; the close waits for what came before', async () => {
    const [first, second] = await room.events([session, session]);
    const turn = await turns.turn(0);
    expect((await room.service.closeInLane(session.id)).status).toBe('closing');
    freely();
    turn.end();
    await room.until(async () => (await room.status(session)) === 'closed');
    expect(await room.states(session)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(turns.begun.map(({ deliveries }) => deliveries[0])).toEqual([first, second].map((row) => row!.deliveryId));
  });

  describe('binds a session anew', () => {
    test('the running turn is ended first and speaks no more for it, the queue is kept', async () => {
      const [first, second] = await room.events([session, session]);
      await turns.turn(0);
      freely();
      const bound = await room.service.registerSession(registration({ force: true }));
      expect(bound).toMatchObject({ id: session.id, harnessSessionId: 'another', status: 'active' });
      await room.untilState(second!, 'succeeded');
      expect((await room.row(first!.id)).state).toBe('failed');
      expect(turns.begun.map(({ spec }) => spec.turn.harnessSessionId)).toEqual(['conversation-15', 'another']);
    });

    test('not without being explicit about it, and a refused registration ends nothing', async () => {
      const row = await room.event(session);
      await turns.turn(0);
      await expect(room.service.registerSession(registration())).rejects.toMatchObject({
        code: 'session-already-active',
      });
      const nowhere = registration({ force: true, check: true, cwd: '/nowhere' });
      await expect(room.service.registerSession(nowhere)).rejects.toBeInstanceOf(Error);
      expect((await room.row(row.id)).state).toBe('running');
    });
  });
});
