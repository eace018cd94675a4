import { HarnessPauses } from './harness.pauses.js';

describe('a harness that cannot run', () => {
  test('pauses for a minute, then for twice as long each time, half an hour at most', () => {
    const pauses = new HarnessPauses();
    let now = 0;
    const lengths = Array.from({ length: 7 }, () => {
      const { until } = pauses.pause('claude', 'not-logged-in', null, now);
      const length = until - now;
      now = until;
      return length / 60_000;
    });
    expect(lengths).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  test('pauses no longer because several of its rows fail at once', () => {
    const pauses = new HarnessPauses();
    const { until } = pauses.pause('claude', 'not-logged-in', null, 0);
    expect(pauses.pause('claude', 'not-logged-in', null, 10).until).toBe(until);
  });

  test('holds its own rows only, until the pause is over or lifted', () => {
    const pauses = new HarnessPauses();
    pauses.pause('claude', 'not-installed', 'install it', 0);
    expect(pauses.of('claude', 59_999)).toEqual({ reason: 'not-installed', detail: 'install it', until: 60_000 });
    expect(pauses.of('cursor', 1)).toBeUndefined();
    expect(pauses.of('claude', 60_000)).toBeUndefined();
    pauses.lift('claude');
    expect(pauses.of('claude', 1)).toBeUndefined();
  });
});
