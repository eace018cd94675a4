import { resetTime } from './reset-time.js';

const NOON = Date.UTC(2026, 9, 14, 12, 0, 0);
const at = (iso: string) => Date.parse(iso);

describe('when a limit ends', () => {
  it.each([
    ["You've hit your limit · resets 1pm (UTC)", at('2026-10-14T13:00:00Z')],
    ["You've hit your limit · resets 11am (UTC)", at('2026-10-15T11:00:00Z')],
    ['5-hour limit reached ∙ resets 3:30pm (Europe/Berlin)', at('2026-10-14T13:30:00Z')],
    ['limit reached, resets 12am (UTC)', at('2026-10-15T00:00:00Z')],
    ['limit reached, resets at 15:20 (UTC)', at('2026-10-14T15:20:00Z')],
    ['weekly limit reached · resets Oct 16, 3pm (UTC)', at('2026-10-16T15:00:00Z')],
    ['Claude AI usage limit reached|1792000000', 1_792_000_000_000],
    ['Try again in 3 hours 20 minutes.', NOON + 200 * 60_000],
    ['try again in 1 day 2 hours', NOON + 26 * 3_600_000],
    ['please try again in 45s', NOON + 45_000],
    ['try again at 3:05 PM', at('2026-10-14T15:05:00Z')],
    ['try again at Oct 15th, 2026 3:05 PM', at('2026-10-15T15:05:00Z')],
  ])('"%s"', (text, expected) => {
    expect(resetTime(text, NOON, 'UTC')).toBe(expected);
  });

  it.each([
    'You have hit your limit',
    'limit reached|1500000000',
    'try again later',
    'resets 5 times',
    'resets 77pm',
    'resets Oct 1, 3pm (UTC)',
  ])('says nothing: "%s"', (text) => {
    expect(resetTime(text, NOON, 'UTC')).toBeNull();
  });

  it('takes an unknown zone for the one of the machine', () => {
    expect(resetTime('resets 1pm (Mars/Olympus)', NOON, 'UTC')).toBe(at('2026-10-14T13:00:00Z'));
  });
});
