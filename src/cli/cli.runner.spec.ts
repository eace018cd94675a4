import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './cli.runner.js';
import { COMMANDS } from './command.table.js';
import type { Terminal } from './terminal.js';

describe('the command line', () => {
  let home: string;
  let printed: string[];
  let complained: string[];
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'the-loop-cli-'));
    printed = [];
    complained = [];
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const call = (...words: string[]) => {
    const terminal: Terminal = {
      interactive: false,
      width: 80,
      print: (line) => void printed.push(line),
      complain: (line) => void complained.push(line),
      paint: (_, text) => text,
      readerGone: new Promise(() => undefined),
    };
    return runCli(words, terminal, { cwd: home, env: {}, home });
  };

  test('without a word shows the commands, and that a word is missing', async () => {
    expect(await call()).toBe(2);
    for (const { name, about } of COMMANDS) expect(printed.join('\n')).toMatch(new RegExp(`${name} +${about}`));
  });

  test('asked for help shows the same and is content', async () => {
    expect(await call('--help')).toBe(0);
    expect(await call('help')).toBe(0);
  });

  test('the name of a group shows its commands', async () => {
    expect(await call('sessions', '--help')).toBe(0);
    expect(printed.join('\n')).toContain('sessions register');
    expect(printed.join('\n')).not.toContain('deliveries list');
  });

  test.each([
    ['an unknown command', ['sesions', 'list'], 'Unknown command "sesions list" (did you mean sessions list?)'],
    ['a command nothing is like', ['xyzzy'], 'Unknown command "xyzzy"'],
    ['an unknown option', ['sessions', 'list', '--statsu', 'x'], 'Unknown option --statsu (did you mean --status?)'],
    ['an unknown value', ['sessions', 'list', '--format', 'jsno'], '(did you mean json?)'],
    ['a missing option', ['sessions', 'register'], 'The option --work-item REF is missing'],
    ['no session named', ['sessions', 'close'], 'Say which session: either --work-item REF or --id ID'],
    ['a number that is none', ['events', '--after', '-'], 'The option --after needs a value: --after N'],
    [
      'a number out of bounds',
      ['start', '--port', '65536'],
      '--port cannot be "65536": it is a number from 0 to 65535',
    ],
  ])('%s ends with 2 and names the nearest thing', async (_, words, sentence) => {
    expect(await call(...words)).toBe(2);
    expect(complained.join('\n')).toContain(sentence);
    expect(printed).toEqual([]);
  });

  test.each(['status', 'stop', 'events', 'open'])('%s without a server ends with 1 and says so', async (name) => {
    expect(await call(name)).toBe(1);
    expect(complained.join('\n')).toMatch(/^The server is not running \(.*start it with "the-loop start"\)$/);
  });

  test('every command loads and explains itself', async () => {
    for (const { name, about } of COMMANDS) {
      printed = [];
      expect(await call(...name.split(' '), '--help')).toBe(0);
      expect(printed.join('\n')).toContain(`the-loop ${name}`);
      expect(printed.join('\n')).toContain(about);
    }
  });

  test('another name of start is start', async () => {
    await call('gh-webhook', 'start', '--help');
    expect(printed.join('\n')).toContain('the-loop start');
  });
});
