import { details } from './details.js';

test('names line up, empty values are left out and long text goes below its name', () => {
  const plain = { paint: (_tone: string, text: string) => text };
  const shown = details(plain, [
    ['session', 'abc'],
    ['id', 7],
    ['reason', null],
    ['error', 'one\ntwo\u001b[2J\n'],
  ]);
  expect(shown).toBe('session  abc\nid       7\nerror  \n    one\n    two\\u{1b}[2J');
});
