import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findExecutable } from './executable.finder.js';

describe('finding a program', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'the-loop-path-'));
    for (const name of ['a', 'b', 'c']) mkdirSync(join(root, name));
    writeFileSync(join(root, 'a/tool'), '');
    mkdirSync(join(root, 'b/tool'));
    writeFileSync(join(root, 'c/tool'), '');
    chmodSync(join(root, 'c/tool'), 0o755);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('files that cannot be run and directories are passed over', () => {
    expect(findExecutable('tool', ['a', 'b', 'c'].map((name) => join(root, name)).join(':'))).toBe(
      join(root, 'c/tool'),
    );
  });

  test('a name with a slash is a path', () => {
    expect(findExecutable(join(root, 'c/tool'), '')).toBe(join(root, 'c/tool'));
    expect(findExecutable(relative(process.cwd(), join(root, 'c/tool')), '')).toBe(join(root, 'c/tool'));
    expect(findExecutable(join(root, 'a/tool'), '')).toBeUndefined();
  });

  test.each(['', 'nothing-like-this'])('%j is not found', (name) => {
    expect(findExecutable(name, root)).toBeUndefined();
  });

  test('relative entries of PATH are not searched', () => {
    expect(findExecutable('tool', relative(process.cwd(), join(root, 'c')))).toBeUndefined();
    expect(findExecutable('tool', undefined)).toBeUndefined();
  });
});
