import { DispatchRoom, type RoomOptions } from '../../test/support/dispatch.room.js';
import { FakeTurns } from '../../test/support/fake.turns.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStates } from '../sessions/session.states.js';
import { TurnTokens } from './turn.tokens.js';

describe('the dispatch room', () => {
  let turns: FakeTurns;
  let room: DispatchRoom;
  const open = async (options: RoomOptions = {}): Promise<void> => {
    turns = new FakeTurns();
    room = await DispatchRoom.open({ turns, ...options });
    await room.service.start();
  };
  afterEach(() => room.close());

  const waits = (): void => void (turns.answer = () => undefined);
  describe('runs turns', () => {
    test('an event resumes the conversation of its session, with its prompt, in its directory', async () => {
      await open();
      const session = await room.session(15);
      const row = await room.event(session);
      await room.untilState(row, 'succeeded');
      const { spec, deliveries } = turns.begun[0]!;
      expect(spec.turn).toMatchObject({
        kind: 'resume',
        harnessSessionId: 'conversation-15',
        cwd: room.tree,
        binary: 'claude',
      });
      expect(deliveries).toEqual([row.deliveryId]);
      expect(spec.directory).toBe(`${room.folder}/.the-loop/runs/${row.id}/${(await room.row(row.id)).attemptId}`);
      expect(await room.activity({ dispatchId: row.id })).toEqual([
        'dispatch.queued',
        'dispatch.started',
        'dispatch.succeeded',
      ]);
    });

    test('eight sessions with five events each: in order, never more than four at once, and never fewer while there is work', async () => {
      await open();
      waits();
      const sessions = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => room.session(n)));
      for (let n = 0; n < 5; n += 1) await room.events(sessions);
      for (let done = 0; done < 40; done += 1) {
        const turn = await turns.turn(done);
        if (done === 0) await turns.turn(3);
        if (done <= 36) expect(turns.running).toBe(4);
        turn.end();
        if (done + 4 < 40) await turns.turn(done + 4);
      }
      await room.until(async () => (await room.states()).every((state) => state === 'succeeded'));
      expect(turns.most).toBe(4);
      for (const session of sessions) {
        const ran = turns.begun.filter(({ spec }) => spec.turn.harnessSessionId === session.harnessSessionId);
        expect(ran.flatMap(({ deliveries }) => deliveries)).toEqual(
          (await room.rows(session)).map((row) => row.deliveryId),
        );
      }
    });

    test('a turn that fails is recorded with its class, and the lane goes on', async () => {
      await open();
      const session = await room.session(15);
      turns.answer = ({ deliveries }) =>
        deliveries[0] === 'bad' ? { class: 'agent-error', detail: 'It said no', exitCode: 1, stderrTail: 'no' } : {};
      const bad = await room.event(session, { deliveryId: 'bad' });
      const good = await room.event(session);
      await room.untilState(good, 'succeeded');
      expect(await room.row(bad.id)).toMatchObject({
        state: 'failed',
        outcome: 'agent-error',
        detail: 'It said no',
        exitCode: 1,
        stderrTail: 'no',
      });
    });

    test('a stage that throws costs its row two attempts and nobody else anything', async () => {
      await open();
      const session = await room.session(15);
      turns.answer = ({ deliveries }) => (deliveries[0] === 'poison' ? new Error('It broke') : {});
      const poison = await room.event(session, { deliveryId: 'poison' });
      const next = await room.event(session);
      await room.untilState(next, 'succeeded');
      expect(await room.row(poison.id)).toMatchObject({ state: 'quarantined', attempts: 2 });
      expect(turns.swept).toEqual(turns.begun.slice(0, 2).map(({ spec }) => spec.attemptId));
      expect(turns.begun.map(({ deliveries }) => deliveries[0])).toEqual(['poison', 'poison', next.deliveryId]);
    });

    test('the token of a turn speaks for its session while it runs', async () => {
      await open();
      waits();
      const row = await room.event(await room.session(15));
      const { spec, end } = await turns.turn(0);
      const token = spec.environment.THE_LOOP_TOKEN!;
      expect(room.get(TurnTokens).whoIs(token)).toEqual({ sessionId: row.sessionId, dispatchId: row.id });
      end();
      await room.untilState(row, 'succeeded');
      await room.until(() => room.get(TurnTokens).whoIs(token) === undefined);
    });
  });

  describe('starts conversations', () => {
    test('under an id of ours, and the session is active once the harness has named it, also when the turn fails', async () => {
      await open();
      waits();
      const session = await room.session(15, null);
      const row = await room.event(session, { kind: 'spawn', reason: 'label' });
      const turn = await turns.turn(0);
      const chosen = (await room.row(row.id)).attemptId!;
      expect(turn.spec.turn).toMatchObject({ kind: 'spawn', harnessSessionId: chosen });
      expect(await room.status(session)).toBe('starting');
      await turn.name(chosen);
      expect(await room.reload(session)).toMatchObject({ status: 'active', harnessSessionId: chosen });
      turn.end({ class: 'agent-error' });
      await room.untilState(row, 'failed');
      turns.answer = () => ({});
      await room.untilState(await room.event(session), 'succeeded');
      expect(turns.begun[1]!.spec.turn).toMatchObject({ kind: 'resume', harnessSessionId: chosen });
    });

    test('one that ended before it had a name is told, and the next row starts under a fresh id', async () => {
      await open();
      turns.answer = ({ deliveries }) =>
        deliveries[0] === 'first' ? { class: 'no-result', harnessSessionId: null } : {};
      const session = await room.session(15, null);
      const first = await room.event(session, { kind: 'spawn', reason: 'label', deliveryId: 'first' });
      const second = await room.event(session);
      await room.untilState(second, 'succeeded');
      expect((await room.row(first.id)).state).toBe('failed');
      expect(await room.activity({ sessionId: session.id })).toContain('session.spawn_failed');
      const [one, two] = turns.begun.map(({ spec }) => spec.turn);
      expect([one!.kind, two!.kind]).toEqual(['spawn', 'spawn']);
      expect(one!.harnessSessionId).not.toBe(two!.harnessSessionId);
      expect(await room.reload(session)).toMatchObject({ status: 'active', harnessSessionId: two!.harnessSessionId });
    });

    test('where the harness chooses the id, it is the one the harness says', async () => {
      await open();
      const session = await room.session(15, null, 'cursor');
      turns.answer = () => ({ harnessSessionId: 'chosen-by-cursor' });
      await room.untilState(await room.event(session, { kind: 'spawn' }), 'succeeded');
      expect(turns.begun[0]!.spec.turn.harnessSessionId).toBeNull();
      expect(await room.reload(session)).toMatchObject({ status: 'active', harnessSessionId: 'chosen-by-cursor' });
    });
  });

  describe('closes sessions', () => {
    const close = async (session: SessionEntity) => {
      await room.run((tx) => room.get(SessionStates).markClosing(tx, session.id, 'pr-merged'));
      return room.event(session, { kind: 'close', reason: 'pr-merged' });
    };

    test('after what came before, without a turn', async () => {
      await open();
      waits();
      const session = await room.session(15);
      const before = await room.event(session);
      const row = await close(session);
      const turn = await turns.turn(0);
      expect(await room.states(session)).toEqual(['running', 'queued']);
      turn.end();
      await room.untilState(row, 'succeeded');
      expect((await room.row(before.id)).state).toBe('succeeded');
      expect(await room.reload(session)).toMatchObject({ status: 'closed', statusReason: 'pr-merged' });
      expect(turns.begun).toHaveLength(1);
      expect(await room.activity({ sessionId: session.id })).toContain('session.autoclosed');
    });

    test('and what was reopened behind the close goes on in the same conversation', async () => {
      await open();
      const session = await room.session(15);
      waits();
      await room.event(session);
      await close(session);
      const reopened = await room.event(session, { reason: 'reopened' });
      turns.answer = () => ({});
      (await turns.turn(0)).end();
      await room.untilState(reopened, 'succeeded');
      expect(await room.reload(session)).toMatchObject({ status: 'active', harnessSessionId: 'conversation-15' });
    });

    test('and what was closed again behind that is being closed for whoever comes now', async () => {
      await open();
      const session = await room.session(15);
      waits();
      await room.event(session);
      await close(session);
      await room.run((tx) => room.get(SessionStates).reopen(tx, session.id));
      const first = await room.event(session, { reason: 'reopened' });
      const again = await close(session);
      (await turns.turn(0)).end();
      await room.untilState(first, 'running');
      expect(await room.status(session)).toBe('closing');
      await room.run((tx) => room.get(SessionStates).reopen(tx, session.id));
      const second = await room.event(session, { reason: 'reopened' });
      turns.answer = () => ({});
      (await turns.turn(1)).end();
      await room.untilState(second, 'succeeded');
      expect((await room.row(again.id)).state).toBe('succeeded');
      expect(await room.status(session)).toBe('active');
    });
  });
});
