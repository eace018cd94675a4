import { DispatchRoom } from '../../test/support/dispatch.room.js';
import type { Tx } from '../database/database.tx.js';
import { DispatchEntity, type DispatchState } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStates } from '../sessions/session.states.js';
import { DISPATCH_TRANSITIONS } from './dispatch-transitions.js';
import { DispatchQueue } from './dispatch.queue.js';

const attempt = (n = 1) => ({ attemptId: `attempt-${n}`, deadlineAt: 1, budgetKey: 'key', tokenHash: 'hash' });
const hold = (reason = 'rate-limited', until: number | null = null) => ({ reason, detail: null, until });

describe('the queue', () => {
  let room: DispatchRoom;
  let queue: DispatchQueue;
  let session: SessionEntity;
  let items = 0;
  beforeAll(async () => {
    room = await DispatchRoom.open();
    queue = room.get(DispatchQueue);
  });
  beforeEach(async () => void (session = await another()));
  afterAll(() => room.close());

  const another = () => room.session((items += 1));

  const enqueue = () => room.event(session);
  const force = (row: DispatchEntity, state: DispatchState) =>
    room.run((tx) => tx.update(DispatchEntity, { id: row.id }, { state }));
  const claim = (row: DispatchEntity) => room.run((tx) => queue.claim(tx, row.id, attempt()));

  describe('takes each arrow by its verb, and no other', () => {
    const verbs: Record<string, { to: DispatchState; act: (tx: Tx, id: string) => unknown }> = {
      claim: { to: 'running', act: (tx, id) => queue.claim(tx, id, attempt()) },
      succeed: { to: 'succeeded', act: (tx, id) => queue.succeed(tx, id, { outcome: 'completed' }) },
      fail: { to: 'failed', act: (tx, id) => queue.fail(tx, id, { outcome: 'no-result' }) },
      hold: { to: 'held', act: (tx, id) => queue.hold(tx, id, hold()) },
      releaseHeld: { to: 'queued', act: (tx) => queue.releaseHeld(tx, session.id) },
      cancel: { to: 'cancelled', act: (tx, id) => queue.cancel(tx, id, 'owner') },
      interrupt: { to: 'interrupted', act: (tx, id) => queue.interrupt(tx, id, 'cut', true) },
      again: { to: 'queued', act: (tx, id) => queue.again(tx, id) },
      quarantine: { to: 'quarantined', act: (tx, id) => queue.quarantine(tx, id, 'twice') },
      requeue: { to: 'queued', act: (tx, id) => queue.requeue(tx, id) },
    };
    const states = Object.keys(DISPATCH_TRANSITIONS) as DispatchState[];
    const leads = (verb: string, from: DispatchState): boolean => {
      if (verb === 'again') return from === 'interrupted';
      if (verb === 'requeue') return from === 'failed' || from === 'quarantined';
      if (verb === 'releaseHeld') return from === 'held' || from === 'interrupted';
      return (DISPATCH_TRANSITIONS[from] as readonly DispatchState[]).includes(verbs[verb]!.to);
    };
    test.each(Object.keys(verbs).flatMap((verb) => states.map((from) => [verb, from] as const)))(
      '%s from %s',
      async (verb, from) => {
        const row = await enqueue();
        await force(row, from);
        await room.run((tx) => void verbs[verb]!.act(tx, row.id));
        expect((await room.row(row.id)).state).toBe(leads(verb, from) ? verbs[verb]!.to : from);
      },
    );
  });

  test.each(['queued', 'held', 'running', 'interrupted'] as const)(
    'a row is not claimed while an earlier one of its session is %s',
    async (state) => {
      const [first, second] = [await enqueue(), await enqueue()];
      await force(first, state);
      expect(await claim(second)).toBeUndefined();
    },
  );

  test.each(['succeeded', 'failed', 'cancelled', 'quarantined'] as const)(
    'a row is claimed once the earlier one is %s',
    async (state) => {
      const [first, second] = [await enqueue(), await enqueue()];
      await force(first, state);
      expect(await claim(second)).toMatchObject({ state: 'running', attemptId: 'attempt-1', starts: 1, attempts: 0 });
    },
  );

  test('a row that is queued again keeps its old place, and waits while a later one runs', async () => {
    const [first, second, third] = [await enqueue(), await enqueue(), await enqueue()];
    await force(first, 'failed');
    await claim(second);
    await room.run((tx) => queue.requeue(tx, first.id));
    expect(await claim(first)).toBeUndefined();
    await room.run((tx) => queue.succeed(tx, second.id, {}));
    expect(await room.run((tx) => queue.head(tx, session.id)?.id)).toBe(first.id);
    expect(await claim(third)).toBeUndefined();
  });

  test('two sessions run side by side', async () => {
    const other = await room.event(await another());
    expect(await claim(await enqueue())).toBeDefined();
    expect(await claim(other)).toBeDefined();
  });

  test('a row settled already is not settled a second time, and a lost race changes nothing', async () => {
    const row = await enqueue();
    await claim(row);
    await room.run((tx) => queue.succeed(tx, row.id, { outcome: 'completed' }));
    await room.run((tx) => queue.fail(tx, row.id, { outcome: 'no-result' }));
    expect(await room.row(row.id)).toMatchObject({ state: 'succeeded', outcome: 'completed', attempts: 1 });
    expect(await room.activity({ dispatchId: row.id })).toEqual([
      'dispatch.queued',
      'dispatch.started',
      'dispatch.succeeded',
    ]);
  });

  test.each([
    ['paused', (tx: Tx) => room.get(SessionStates).pause(tx, session.id), 'paused'],
    ['stale', (tx: Tx) => room.get(SessionStates).stale(tx, session.id, 'session-gone'), 'session-gone'],
    ['parked', (tx: Tx) => room.get(SessionStates).park(tx, session.id, 'needs-human'), 'needs-human'],
  ])('events of a %s session wait and say why', async (_, change, reason) => {
    await room.run(change);
    expect(await enqueue()).toMatchObject({ state: 'held', outcome: reason, heldUntil: null });
    expect(await room.run((tx) => queue.head(tx, session.id))).toBeUndefined();
  });

  test('what is held takes no attempt and no budget; a turn that ran takes one', async () => {
    const row = await enqueue();
    await claim(row);
    await room.run((tx) => queue.hold(tx, row.id, hold('not-logged-in')));
    expect(await room.row(row.id)).toMatchObject({ attempts: 0, starts: 0, budgetKey: null, startedAt: null });
    await room.run((tx) => queue.releaseHeld(tx, session.id));
    await claim(row);
    await room.run((tx) => queue.fail(tx, row.id, { outcome: 'no-result' }));
    expect(await room.row(row.id)).toMatchObject({ attempts: 1, budgetKey: 'key' });
  });

  test('a close does not wait for rows that wait for a person, but for those that wait for a time', async () => {
    const [first, second] = [await enqueue(), await enqueue()];
    await room.run((tx) => queue.hold(tx, first.id, hold('directory-gone')));
    await room.run((tx) => queue.hold(tx, second.id, hold('rate-limited', Date.now() + 60_000)));
    await room.run((tx) => room.get(SessionStates).markClosing(tx, session.id, 'pr-merged'));
    await room.event(session, { kind: 'close', reason: 'pr-merged' });
    expect(await room.run((tx) => queue.head(tx, session.id))).toBeUndefined();
    expect(await room.states(session)).toEqual(['cancelled', 'held', 'queued']);
    await room.run((tx) => queue.releaseHeld(tx, session.id));
    expect(await room.run((tx) => queue.head(tx, session.id)?.id)).toBe(second.id);
  });

  test('a delivery counts as processed while its dispatch waits, runs or has succeeded', async () => {
    const row = await enqueue();
    const processed = () => room.run((tx) => queue.processed(tx, row.deliveryId!));
    for (const state of Object.keys(DISPATCH_TRANSITIONS) as DispatchState[]) {
      await force(row, state);
      expect([state, await processed()]).toEqual([state, !['failed', 'quarantined', 'cancelled'].includes(state)]);
    }
    expect(await room.run((tx) => queue.processed(tx, 'unknown'))).toBe(false);
  });

  test('counts what waits, of one session and of all', async () => {
    const counts = () => room.run((tx) => [queue.waiting(tx), queue.waitingOf(tx, session.id)] as const);
    const [before] = await counts();
    const [running] = [await enqueue(), await enqueue(), await room.event(await another())];
    await claim(running);
    expect(await counts()).toEqual([before + 2, 1]);
  });

  test('rows that join a turn share its end, and only its head carries what it cost', async () => {
    const [head, second, third] = [await enqueue(), await enqueue(), await enqueue()];
    const claimed = await claim(head);
    expect(await room.run((tx) => queue.join(tx, claimed!, [second.id, third.id]))).toBe(true);
    expect(await room.states(session)).toEqual(['running', 'running', 'running']);
    await room.run((tx) => queue.succeed(tx, head.id, { outcome: 'completed', costUsd: 2 }));
    expect(await room.rows(session)).toMatchObject([
      { state: 'succeeded', batchedWith: null, costUsd: 2 },
      { state: 'succeeded', batchedWith: head.id, costUsd: null },
      { state: 'succeeded', batchedWith: head.id, costUsd: null },
    ]);
  });

  test('rows join all together or not at all', async () => {
    const [head, second, third] = [await enqueue(), await enqueue(), await enqueue()];
    const claimed = await claim(head);
    await room.run((tx) => queue.cancel(tx, third.id, 'owner'));
    expect(await room.run((tx) => queue.join(tx, claimed!, [second.id, third.id]))).toBe(false);
    expect(await room.states(session)).toEqual(['running', 'queued', 'cancelled']);
  });

  test('a batch that was held or cut falls apart into its rows again', async () => {
    const [head, second] = [await enqueue(), await enqueue()];
    for (const verb of ['hold', 'interrupt']) {
      const claimed = await claim(head);
      await room.run((tx) => queue.join(tx, claimed!, [second.id]));
      await room.run(
        (tx) => void (verb === 'hold' ? queue.hold(tx, head.id, hold()) : queue.interrupt(tx, head.id, 'cut', true)),
      );
      expect((await room.rows(session)).map((row) => row.batchedWith)).toEqual([null, null]);
      await room.run((tx) => queue.releaseHeld(tx, session.id));
      expect(await room.states(session)).toEqual(['queued', 'queued']);
    }
  });
});
