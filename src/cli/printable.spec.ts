import { printable, printableJson, printableLine } from './printable.js';

describe('foreign text on a terminal', () => {
  test.each([
    ['an escape sequence', '\u001b[31mred', '\\u{1b}[31mred'],
    ['an 8-bit escape sequence', '\u009b2J', '\\u{9b}2J'],
    ['a carriage return that overwrites the line', 'good\rbad', 'good\\u{d}bad'],
    ['right-to-left override', 'a\u202eb', 'a\\u{202e}b'],
    ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
    ['a tag character', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['letters, emoji and newlines', 'ä 漢 🦆\n\tx', 'ä 漢 🦆\n\tx'],
  ])('%s', (_, text, shown) => expect(printable(text)).toBe(shown));

  test('on one line newlines and tabs are visible', () => expect(printableLine('a\r\nb\tc')).toBe('a\\nb\\tc'));

  test('JSON keeps its meaning', () => {
    const value = { text: 'a\u202e\u009b\u{e0041}\u001b🦆' };
    const shown = printableJson(value);
    expect(JSON.parse(shown)).toEqual(value);
    expect(shown).toBe('{"text":"a\\u202e\\u009b\\udb40\\udc41\\u001b🦆"}');
  });
});
