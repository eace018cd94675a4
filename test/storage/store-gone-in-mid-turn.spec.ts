import { Transactions } from '../../src/database/database.transactions.js';
import { StoreUnavailableError } from '../../src/database/store-unavailable.error.js';
import { TurnPreflight } from '../../src/dispatch/turn.preflight.js';
import { TurnRunner } from '../../src/harness/turn.runner.js';
import { StubbedRoom } from '../support/stubbed.room.js';

const AWAY_MS = 1_500;

/** A store that can be taken away for a while, as by a lock that somebody holds. */
describe('a store that cannot write for a while', () => {
  let stubbed: StubbedRoom;
  beforeEach(async () => (stubbed = await StubbedRoom.open()));
  afterEach(() => stubbed.close());

  /** From now on everything is refused, until a while later. */
  function takeAway(): void {
    const transactions = stubbed.room.get(Transactions);
    const run = transactions.run.bind(transactions);
    transactions.run = () => Promise.reject(new StoreUnavailableError(new Error('database is locked')));
    setTimeout(() => (transactions.run = run), AWAY_MS);
  }

  /** Takes the store away when this part of the way to a turn has been reached, the first time. */
  function takeAwayOnce<T extends object, K extends keyof T>(part: T, name: K, moment: 'before' | 'after'): void {
    const act = (part[name] as (...given: unknown[]) => unknown).bind(part);
    let times = 0;
    part[name] = (async (...given: unknown[]) => {
      const first = times++ === 0;
      if (first && moment === 'before') takeAway();
      const answer = await act(...given);
      if (first && moment === 'after') takeAway();
      return answer;
    }) as T[K];
  }

  async function runsOnce(conversation: string | null): Promise<void> {
    const { room } = stubbed;
    const session = await room.session(15, conversation);
    const rows = await room.events([session, session], { kind: conversation === null ? 'spawn' : 'resume' });
    for (;;) {
      const states = await room.states(session).catch(() => []);
      if (states.join() === 'succeeded,succeeded') break;
      expect(states).not.toContain('quarantined');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const runs = stubbed.runs();
    expect(runs.map(({ stdin }) => rows.find(({ deliveryId }) => stdin.includes(deliveryId!))?.id)).toEqual(
      rows.map(({ id }) => id),
    );
    expect(runs.some(({ stdin }) => stdin.includes('this was delivered to you before'))).toBe(false);
    expect(await room.row(rows[0]!.id)).toMatchObject({ attempts: 1 });
  }

  test('just when a new conversation names itself makes no turn run twice', async () => {
    stubbed.plan({ do: { delay: 300 } });
    takeAwayOnce(stubbed.room.get(TurnRunner), 'run', 'before');
    await runsOnce(null);
  });

  test('while a turn ends makes its end wait', async () => {
    stubbed.plan({ do: { delay: 100 } });
    takeAwayOnce(stubbed.room.get(TurnRunner), 'run', 'before');
    await runsOnce('3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11');
  });

  test('before a turn could begin is no fault of the event', async () => {
    takeAwayOnce(stubbed.room.get(TurnPreflight), 'check', 'after');
    await runsOnce('3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11');
  });
});
