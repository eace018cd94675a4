import { LineSplitter } from './line-splitter.js';

function split(chunks: (string | Buffer)[], most = 100): { lines: string[]; tooLong: number } {
  const lines: string[] = [];
  const splitter = new LineSplitter(most, (line) => lines.push(line));
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.end();
  return { lines, tooLong: splitter.tooLong };
}

describe('cutting bytes into lines', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b\nc'],
      ['ab', 'c'],
    ],
    [['a\r\n\nb'], ['a', '', 'b']],
    [[], []],
  ])('%j gives %j', (chunks, lines) => {
    expect(split(chunks).lines).toEqual(lines);
  });

  it('keeps a character whole wherever it is cut', () => {
    const bytes = Buffer.from('grüße 🐢\n');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(split([bytes.subarray(0, cut), bytes.subarray(cut)]).lines).toEqual(['grüße 🐢']);
    }
  });

  it('keeps nothing of a reused buffer', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(100, (line) => lines.push(line));
    const buffer = Buffer.from('abc');
    splitter.push(buffer);
    buffer.fill('x');
    splitter.push(Buffer.from('\n'));
    expect(lines).toEqual(['abc']);
  });

  it('drops a line that is too long, and hears the next one', () => {
    expect(split(['x'.repeat(60), 'x'.repeat(60), '\nshort\n'])).toEqual({ lines: ['short'], tooLong: 1 });
    expect(split(['ok\n', 'x'.repeat(101)])).toEqual({ lines: ['ok'], tooLong: 1 });
  });
});
