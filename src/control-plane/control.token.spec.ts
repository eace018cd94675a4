import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { StatePaths } from '../config/state-paths.js';
import { readOrMakeControlToken, rotateControlToken } from './control-token.file.js';
import { ControlToken } from './control.token.js';

describe("the owner's token", () => {
  let base: string;
  let paths: StatePaths;
  const log = new PassThrough();
  const logger = pino(log);

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'the-loop-token-'));
    paths = new StatePaths(join(base, 'state-of-mine'));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  test('is made on first use, readable by the owner alone, in a directory nobody else enters', () => {
    const token = readOrMakeControlToken(paths.controlToken);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(statSync(paths.controlToken).mode & 0o777).toBe(0o600);
    expect(statSync(paths.root).mode & 0o777).toBe(0o700);
  });

  test('stays the same at the next start', () => {
    expect(readOrMakeControlToken(paths.controlToken)).toBe(readOrMakeControlToken(paths.controlToken));
  });

  test('is refused with a sentence when others can read it', () => {
    readOrMakeControlToken(paths.controlToken);
    chmodSync(paths.controlToken, 0o644);
    expect(() => new ControlToken(paths, logger)).toThrow(/its mode is 0644, so others can read the token/);
  });

  test('is refused when it is a link to somewhere else', () => {
    writeFileSync(join(base, 'elsewhere'), 'x'.repeat(43), { mode: 0o600 });
    readOrMakeControlToken(paths.controlToken);
    rmSync(paths.controlToken);
    symlinkSync(join(base, 'elsewhere'), paths.controlToken);
    expect(() => new ControlToken(paths, logger)).toThrow(/no regular file/);
  });

  test('is refused when the file holds something else', () => {
    readOrMakeControlToken(paths.controlToken);
    writeFileSync(paths.controlToken, '\n');
    expect(() => new ControlToken(paths, logger)).toThrow(/holds no token/);
  });

  test('is not kept where others may write', () => {
    readOrMakeControlToken(paths.controlToken);
    chmodSync(paths.root, 0o777);
    expect(() => new ControlToken(paths, logger)).toThrow(/others may write there/);
  });

  test('matches itself and nothing else', () => {
    const token = readOrMakeControlToken(paths.controlToken);
    const owner = new ControlToken(paths, logger);
    expect([token, '', `${token}x`, token.slice(1)].map((each) => owner.matches(each))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('a rotated token replaces the old one in the running server', () => {
    const old = readOrMakeControlToken(paths.controlToken);
    const owner = new ControlToken(paths, logger);
    const fresh = rotateControlToken(paths.controlToken);
    expect([owner.matches(old), owner.matches(fresh)]).toEqual([false, true]);
    expect(readFileSync(paths.controlToken, 'utf8').trim()).toBe(fresh);
  });

  test('nobody is the owner once the file is gone or open to others', () => {
    const token = readOrMakeControlToken(paths.controlToken);
    const owner = new ControlToken(paths, logger);
    chmodSync(paths.controlToken, 0o640);
    expect(owner.matches(token)).toBe(false);
    rmSync(paths.controlToken);
    expect(owner.matches(token)).toBe(false);
  });

  test('what is wrong with the file is logged once, not with every request', () => {
    const token = readOrMakeControlToken(paths.controlToken);
    const owner = new ControlToken(paths, logger);
    log.read();
    const spoil = (mode: number) => {
      chmodSync(paths.controlToken, mode);
      for (let n = 0; n < 3; n++) owner.matches(token);
    };
    spoil(0o644);
    spoil(0o640);
    spoil(0o600);
    spoil(0o640);
    const lines = String(log.read()).trim().split('\n');
    expect(lines.map((line) => /its mode is (\d+)/.exec(line)?.[1])).toEqual(['0644', '0640', '0640']);
  });
});
