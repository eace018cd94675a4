import { logLine } from './log-line.js';

const plain = { paint: (_tone: string, text: string) => text };

describe('one log line on a terminal', () => {
  test('begins with time, level and message; fields follow', () => {
    const line = logLine(
      '{"level":30,"time":1764500000000,"workItem":"github:o/r#1","seq":4,"msg":"dispatch.started"}',
      plain,
    );
    expect(line).toMatch(/^\d\d:\d\d:\d\d info {2}dispatch\.started workItem=github:o\/r#1 seq=4$/);
  });

  test('an error brings its stack, and nothing in it can steer the terminal', () => {
    const json = JSON.stringify({
      level: 50,
      time: 1,
      msg: 'x',
      actor: 'a\u001b[2Jb',
      err: { stack: 'Error: y\n    at z' },
    });
    expect(logLine(json, plain)).toMatch(/error x actor=a\\u\{1b\}\[2Jb\nError: y\n {4}at z$/);
  });
});
