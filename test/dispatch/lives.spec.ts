import fc from 'fast-check';
import type { SessionEntity } from '../../src/database/entities/session.entity.js';
import type { OutcomeClass } from '../../src/harness/turn-outcome.js';
import { DispatchRoom } from '../support/dispatch.room.js';
import { FakeTurns } from '../support/fake.turns.js';

type Step =
  | { readonly act: 'event'; readonly session: number }
  | { readonly act: 'end'; readonly how: OutcomeClass }
  | { readonly act: 'cancel' }
  /** What becomes of the turns that had begun. */
  | { readonly act: 'restart'; readonly found: 'alive' | 'dead' };

const SESSIONS = [0, 1, 2];
const FINAL = ['succeeded', 'failed', 'cancelled', 'quarantined'];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('event' as const), session: fc.constantFrom(...SESSIONS) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('end' as const),
      how: fc.constantFrom<OutcomeClass>('completed', 'agent-error', 'interrupted', 'timed-out'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cancel' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('restart' as const),
      found: fc.constantFrom('alive' as const, 'dead' as const),
    }),
  },
);

/** One life of the room on one state folder, through any number of servers. */
class Life {
  readonly ran = new Map<string, string[]>();
  overlaps = 0;
  private events = 0;
  turns = new FakeTurns();
  room: DispatchRoom;
  sessions: SessionEntity[];

  static async begin(): Promise<Life> {
    const life = new Life();
    await life.start();
    life.sessions = await Promise.all(SESSIONS.map((n) => life.room.session(n + 1)));
    return life;
  }

  async take(step: Step): Promise<void> {
    if (step.act === 'event') {
      this.events += 1;
      await this.room.event(this.sessions[step.session]!, { deliveryId: `event-${this.events}` });
    }
    if (step.act === 'end') this.turns.begun.at(-1)?.end({ class: step.how });
    if (step.act === 'cancel') await this.cancelLast();
    if (step.act === 'restart') {
      await this.room.leave();
      await this.start(step.found, this.room.folder);
    }
  }

  /** From now on every turn ends well. */
  async finish(): Promise<void> {
    this.turns.answer = (turn) => (this.note(turn.spec.turn.harnessSessionId!, turn.deliveries), {});
    for (const turn of this.turns.begun) turn.end();
    await this.room.until(async () => (await this.room.states()).every((state) => FINAL.includes(state)));
  }

  private async cancelLast(): Promise<void> {
    const waiting = (await this.room.rows()).filter((row) => row.state === 'queued').at(-1);
    if (waiting !== undefined) await this.room.service.cancel(waiting.id).catch(() => undefined); // it may have begun
  }

  private async start(found: 'alive' | 'dead' = 'dead', folder?: string): Promise<void> {
    const begun = new Set(this.turns.begun.map(({ spec }) => spec.attemptId));
    this.turns = new FakeTurns();
    this.turns.found = (attemptId) => ({ state: begun.has(attemptId) ? found : 'never-started' });
    this.turns.answer = (turn) => void this.note(turn.spec.turn.harnessSessionId!, turn.deliveries);
    this.room = await DispatchRoom.open({ turns: this.turns, folder });
    await this.room.service.start();
  }

  private note(conversation: string, deliveries: readonly string[]): void {
    const ran = this.ran.get(conversation) ?? [];
    this.ran.set(conversation, [...ran, ...deliveries]);
    const together = this.turns.begun.filter(({ spec, over }) => !over && spec.turn.harnessSessionId === conversation);
    if (together.length > 1) this.overlaps += 1;
  }
}

describe('any life of the dispatch room', () => {
  test('loses no row, runs each session in order and one turn at a time, and repeats only what was cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
        const life = await Life.begin();
        try {
          for (const each of steps) await life.take(each);
          await life.finish();
          expect(life.overlaps).toBe(0);
          for (const session of life.sessions) {
            const ran = life.ran.get(session.harnessSessionId!) ?? [];
            const rows = (await life.room.rows(session)).filter((row) => row.state !== 'cancelled');
            const once = ran.filter((delivery, n) => ran.indexOf(delivery) === n);
            expect(once).toEqual(rows.map((row) => row.deliveryId).filter((id) => once.includes(id!)));
            expect(rows.filter((row) => row.state === 'succeeded').every((row) => ran.includes(row.deliveryId!))).toBe(
              true,
            );
            for (const row of rows)
              expect(ran.filter((id) => id === row.deliveryId).length).toBeLessThanOrEqual(
                row.attempts + row.starts + 1,
              );
          }
        } finally {
          await life.room.close();
        }
      }),
      { numRuns: 12 },
    );
  });
});
