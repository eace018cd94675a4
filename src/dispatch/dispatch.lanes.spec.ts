import fc from 'fast-check';
import { DispatchLanes, type Ticket } from './dispatch.lanes.js';

const ticket = (sessionId: string, n: number): Ticket => ({ sessionId, dispatchId: `${sessionId}-${n}` });
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs turns that last some ticks and writes down what overlapped. */
class Recorder {
  readonly ended: string[] = [];
  readonly running = new Map<string, number>();
  most = 0;
  overlaps = 0;

  constructor(private readonly length: (ticket: Ticket) => number = () => 1) {}

  readonly run = async (ticket: Ticket): Promise<void> => {
    this.running.set(ticket.sessionId, (this.running.get(ticket.sessionId) ?? 0) + 1);
    if (this.running.get(ticket.sessionId)! > 1) this.overlaps += 1;
    this.most = Math.max(
      this.most,
      [...this.running.values()].reduce((sum, n) => sum + n, 0),
    );
    for (let n = this.length(ticket); n > 0; n -= 1) await tick();
    this.running.set(ticket.sessionId, this.running.get(ticket.sessionId)! - 1);
    this.ended.push(ticket.dispatchId);
  };

  of(sessionId: string): string[] {
    return this.ended.filter((id) => id.startsWith(`${sessionId}-`));
  }
}

const fails = (error: unknown): void => {
  throw error;
};

describe('the lanes', () => {
  test('with more sessions than slots every session is served', async () => {
    const recorder = new Recorder();
    const lanes = new DispatchLanes(2, fails);
    lanes.start(recorder.run);
    for (const session of ['a', 'b', 'c', 'd', 'e']) for (const n of [1, 2]) lanes.push(ticket(session, n));
    await lanes.stop();
    for (const session of ['a', 'b', 'c', 'd', 'e'])
      expect(recorder.of(session)).toEqual([`${session}-1`, `${session}-2`]);
    expect(recorder.most).toBe(2);
  });

  test('what a turn needs first holds its lane, and no slot', async () => {
    const recorder = new Recorder();
    const lanes = new DispatchLanes(1, fails);
    let made = (): void => undefined;
    const making = new Promise<void>((resolve) => (made = resolve));
    lanes.start(recorder.run, ({ sessionId }) => (sessionId === 'a' ? making : Promise.resolve()));
    for (const n of [1, 2]) lanes.push(ticket('a', n));
    lanes.push(ticket('b', 1));
    while (recorder.ended.length === 0) await tick();
    expect(recorder.ended).toEqual(['b-1']);
    made();
    await lanes.stop();
    expect(recorder.ended).toEqual(['b-1', 'a-1', 'a-2']);
  });

  test('a defect in what comes first is reported, and the turn finds out what is missing', async () => {
    const recorder = new Recorder();
    const defects: unknown[] = [];
    const lanes = new DispatchLanes(1, (error) => void defects.push(error));
    lanes.start(recorder.run, () => Promise.reject(new Error('no store')));
    lanes.push(ticket('a', 1));
    await lanes.stop();
    expect([defects, recorder.ended]).toEqual([[new Error('no store')], ['a-1']]);
  });

  test('a lane that has ended and its successor never run at once', async () => {
    const recorder = new Recorder((each) => Number(each.dispatchId.slice(2)) % 3);
    const lanes = new DispatchLanes(4, fails);
    lanes.start(recorder.run);
    for (let n = 1; n <= 40; n += 1) {
      lanes.push(ticket('a', n));
      if (n % 2 === 0) await tick();
      if (n % 5 === 0) await tick();
    }
    await lanes.stop();
    expect(recorder.overlaps).toBe(0);
    expect(recorder.ended).toEqual(Array.from({ length: 40 }, (_, n) => `a-${n + 1}`));
  });

  test('a turn that throws, at once or later, ends neither its lane nor the others', async () => {
    const seen: string[] = [];
    const defects: unknown[] = [];
    const lanes = new DispatchLanes(1, (error, { dispatchId }) => defects.push([dispatchId, (error as Error).message]));
    lanes.start((each) => {
      seen.push(each.dispatchId);
      if (each.dispatchId === 'a-1') throw new Error('at once');
      return each.dispatchId === 'b-1' ? Promise.reject(new Error('later')) : Promise.resolve();
    });
    for (const [session, n] of [['a', 1], ['b', 1], ['a', 2], ['b', 2], ['c', 1]] as const) lanes.push(ticket(session, n)); // prettier-ignore
    await lanes.stop();
    expect(seen.sort()).toEqual(['a-1', 'a-2', 'b-1', 'b-2', 'c-1']);
    expect(defects).toEqual([
      ['a-1', 'at once'],
      ['b-1', 'later'],
    ]);
  });

  test('a waiting lane occupies no slot, so sessions take turns', async () => {
    const recorder = new Recorder();
    const lanes = new DispatchLanes(1, fails);
    lanes.start(recorder.run);
    for (const n of [1, 2, 3]) lanes.push(ticket('noisy', n));
    lanes.push(ticket('quiet', 1));
    await lanes.stop();
    expect(recorder.ended.indexOf('quiet-1')).toBe(1);
  });

  test('a ticket pushed from inside a turn runs after it', async () => {
    const recorder = new Recorder();
    const lanes = new DispatchLanes(2, fails);
    lanes.start(async (each) => {
      if (each.dispatchId === 'a-1') lanes.push(ticket('a', 2));
      await recorder.run(each);
    });
    lanes.push(ticket('a', 1));
    while (recorder.ended.length < 2) await tick();
    expect(recorder.ended).toEqual(['a-1', 'a-2']);
    expect(recorder.overlaps).toBe(0);
    await lanes.stop();
  });

  test('a lane is gone in the tick in which its last ticket ended', async () => {
    let sizeAtEnd = -1;
    const lanes = new DispatchLanes(1, fails);
    lanes.start(() => Promise.resolve());
    lanes.push(ticket('a', 1));
    expect(lanes.size).toBe(1);
    while (sizeAtEnd !== 0) {
      sizeAtEnd = lanes.size;
      await Promise.resolve();
    }
    await lanes.stop();
  });

  test('tickets before the start and after the stop are dropped; stop may be called twice, also before the start', async () => {
    const recorder = new Recorder();
    const lanes = new DispatchLanes(1, fails);
    lanes.push(ticket('a', 1));
    lanes.start(recorder.run);
    await lanes.stop();
    lanes.push(ticket('a', 2));
    await lanes.stop();
    expect(recorder.ended).toEqual([]);
    const idle = new DispatchLanes(1, fails);
    await idle.stop();
    idle.start(recorder.run);
    idle.push(ticket('a', 1));
    await idle.drained;
    expect(recorder.ended).toEqual([]);
  });

  test('for any sessions, lengths and limits: all served, in order, never two of a session, never more than the limit', async () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 3 })), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (works, limit) => {
        const recorder = new Recorder((each) => works[Number(each.dispatchId.split('-')[1])]![1]);
        const lanes = new DispatchLanes(limit, fails);
        lanes.start(recorder.run);
        for (const [n, [session, pause]] of works.entries()) {
          lanes.push(ticket(`s${session}`, n));
          if (pause === 0) await tick();
        }
        await lanes.stop();
        expect(recorder.ended).toHaveLength(works.length);
        expect(recorder.overlaps).toBe(0);
        expect(recorder.most).toBeLessThanOrEqual(limit);
        expect(lanes.size).toBe(0);
        for (const session of new Set(works.map(([each]) => each))) {
          const order = recorder.of(`s${session}`).map((id) => Number(id.split('-')[1]));
          expect(order).toEqual([...order].sort((a, b) => a - b));
        }
      }),
      { numRuns: 100 },
    );
  });
});
