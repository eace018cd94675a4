import { jest } from '@jest/globals';
import { isAlive } from './process.presence.js';

describe('a process', () => {
  afterEach(() => jest.restoreAllMocks());

  const refusedWith = (code: string) =>
    jest.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });

  test('that takes signals is alive', () => expect(isAlive(process.pid)).toBe(true));

  test('of another user is alive', () => {
    refusedWith('EPERM');
    expect(isAlive(4711)).toBe(true);
  });

  test('that nobody finds is gone', () => {
    refusedWith('ESRCH');
    expect(isAlive(4711)).toBe(false);
  });
});
