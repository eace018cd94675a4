import { promptArgument } from './cursor-prompt.js';

describe('a prompt as an argument', () => {
  it('stays as it is', () => expect(promptArgument('Look @ this', '/run/prompt.txt')).toBe('Look @ this'));
  it('is never an option', () => expect(promptArgument('--help me', '/f')).toBe('\n--help me'));
  it('holds no NUL', () => expect(promptArgument('a\0b', '/f')).toBe('ab'));

  it('stays below the limit, ends with a whole character, and names the file that has the rest', () => {
    const argument = promptArgument('ü'.repeat(60_000), '/run/prompt.txt');
    expect(Buffer.byteLength(argument)).toBeLessThanOrEqual(100_000);
    expect(argument).toContain('/run/prompt.txt');
    expect(argument).not.toContain('\ufffd');
  });
});
