import { inSentence, lastWords, onePage } from './plain-text.js';

describe('text of programs in our sentences', () => {
  it('loses its colours', () => expect(inSentence('\u001b[31mred\u001b[0m  and\n plain')).toBe('red and plain'));
  it('is never cut inside a character', () => {
    expect(onePage(`${'x'.repeat(3_999)}🐢🐢`)).toBe(`${'x'.repeat(3_999)}…`);
  });
  it('is the end of what was said', () => {
    expect(lastWords('one\ntwo\n\nthree\nfour\n')).toBe('two · three · four');
  });
});
