import { startFailure } from './start-failure.js';

describe('a process that could not be started', () => {
  it.each([
    ['E2BIG', 'bad-configuration'],
    ['ERR_INVALID_ARG_VALUE', 'bad-configuration'],
    ['ENOENT', 'directory-gone'],
    ['EAGAIN', 'never-started'],
    ['ENOSPC', 'never-started'],
    ['ERR_ASSERTION', undefined],
  ])('%s: %s', (code, expected) => {
    expect(startFailure(Object.assign(new Error('why'), { code }), 'claude')?.class).toBe(expected);
  });
});
