import { decodeCursor, encodeCursor } from './cursor.js';

describe('a cursor', () => {
  test('comes back as it was given', () => {
    expect(decodeCursor('sessions', encodeCursor('sessions', 1764500000001, 'abc'))).toEqual([1764500000001, 'abc']);
  });

  test.each([
    ['of another list', encodeCursor('deliveries', 1)],
    ['without a place', encodeCursor('sessions')],
    ['made up', 'abc'],
    ['that holds an object', Buffer.from('["sessions",{"$gt":1}]').toString('base64url')],
    ['that is empty', ''],
  ])('%s is refused with what to do', (_, cursor) => {
    expect(() => decodeCursor('sessions', cursor)).toThrow(/"after" is no cursor of sessions/);
  });
});
