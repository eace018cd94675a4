import { TurnDigest } from './turn-digest.js';

it('a digest keeps the beginning, the latest and the result of a long turn', () => {
  const digest = new TurnDigest();
  digest.add({ kind: 'started', harnessSessionId: 'a', version: null, model: null });
  for (let number = 0; number < 10_000; number += 1) digest.add({ kind: 'text', text: String(number) });
  digest.add({ kind: 'result', result: { first: true } });
  digest.add({ kind: 'result', result: { last: true } });
  const events = digest.events();
  expect(events).toHaveLength(102);
  expect(events[0]).toMatchObject({ kind: 'started' });
  expect(events.at(-2)).toEqual({ kind: 'text', text: '9999' });
  expect(events.at(-1)).toEqual({ kind: 'result', result: { last: true } });
});
