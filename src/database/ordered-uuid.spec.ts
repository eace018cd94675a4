import { orderedUuid } from './ordered-uuid.js';

describe('an ordered id', () => {
  test('has the form of a UUID, version 7', () => {
    expect(orderedUuid(Date.now())).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('sorts by the time it was made', () => {
    const ids = [0, 1, 255, 256, Date.now(), Date.now() + 1].map(orderedUuid);
    expect([...ids].sort()).toEqual(ids);
  });

  test('is another one each time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => orderedUuid(7))).size).toBe(1000);
  });
});
