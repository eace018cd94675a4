import { type Arrival, type BatchingPolicy, companions, quietFor } from './quiet-window.js';

const policy: BatchingPolicy = { mode: 'queued', quietSeconds: 10, maxWaitSeconds: 30, maxEvents: 4 };
const at = (seconds: number, more: Partial<Arrival> = {}): Arrival => ({ kind: 'resume', createdAt: seconds * 1000, attempts: 0, ...more }); // prettier-ignore

describe('rows that share a turn', () => {
  test.each<[string, Arrival[], number]>([
    ['all that wait', [at(0), at(1), at(2)], 2],
    ['up to the bound', [at(0), at(1), at(2), at(3), at(4), at(5)], 3],
    ['not a close, nor what follows it', [at(0), at(1), at(2, { kind: 'close' }), at(3)], 1],
    ['nothing with a close', [at(0, { kind: 'close' }), at(1)], 0],
    ['nothing with a spawn', [at(0, { kind: 'spawn' }), at(1)], 0],
    ['nothing with a row whose turn was cut', [at(0, { attempts: 1 }), at(1)], 0],
    ['no row whose turn was cut', [at(0), at(1, { attempts: 1 }), at(2)], 0],
    ['nothing when nothing waits', [], 0],
  ])('%s', (_, waiting, count) => {
    expect(companions(waiting, policy)).toEqual(waiting.slice(1, 1 + count));
  });

  test('none when batching is off', () => {
    expect(companions([at(0), at(1)], { ...policy, mode: 'off' })).toEqual([]);
  });
});

describe('the quiet window', () => {
  test.each<[string, Arrival[], number, number]>([
    ['counts from the last arrival', [at(0), at(4)], 6, 8],
    ['is over', [at(0), at(4)], 14, 0],
    ['ends at the upper bound under a steady stream', [at(0), at(15), at(28)], 29, 1],
    ['is not waited for when the batch is full', [at(0), at(1), at(2), at(3)], 4, 0],
    ['is not waited for when something else follows', [at(0), at(1, { kind: 'close' })], 2, 0],
    ['is not waited for by a spawn', [at(0, { kind: 'spawn' })], 1, 0],
    ['is not waited for a second time', [at(0, { attempts: 1 })], 1, 0],
    ['never grows when the clock is set back', [at(1000)], 5, 10],
  ])('%s', (_, waiting, now, seconds) => {
    expect(quietFor(waiting, policy, now * 1000)).toBe(seconds * 1000);
  });

  test('does not exist when batching is off', () => {
    expect(quietFor([at(0)], { ...policy, mode: 'off' }, 0)).toBe(0);
  });
});
