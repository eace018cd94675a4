import { boundedEvent } from './bounded-event.js';

describe('an event as it is kept', () => {
  it('is itself when it is small', () => {
    const event = { kind: 'result', result: { a: [1, { b: 'c' }], d: null } } as const;
    expect(boundedEvent(event)).toEqual(event);
  });

  it.each([
    { kind: 'text', text: 'x'.repeat(1_000_000) } as const,
    { kind: 'result', result: { result: 'x'.repeat(1_000_000), list: Array(5_000).fill('y') } } as const,
  ])('is short when it is not: $kind', (event) => {
    expect(JSON.stringify(boundedEvent(event)).length).toBeLessThan(6_000);
  });
});
