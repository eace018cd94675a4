import { branchNameProblem, foldingTwin, headRef, isCommitId, trackingRef } from './ref-name.js';

describe('the name of a branch', () => {
  test.each([
    'main',
    'issue-15-fix',
    'feature/#123-thing',
    'dependabot/npm_and_yarn/foo-1.2.3',
    'user@host',
    'a/b/c',
    'größe',
    '修正/名前',
    'v1.0+build=2',
  ])('%s can be used', (name) => expect(branchNameProblem(name)).toBeUndefined());

  test.each([
    ['', 'empty'],
    ['-x', 'hyphen'],
    ['--upload-pack=touch', 'hyphen'],
    ['a b', 'characters'],
    ['$(touch)', 'characters'],
    ['a`b', 'characters'],
    ['a;b', 'characters'],
    ['a\\b', 'characters'],
    ['a~1', 'characters'],
    ['a^', 'characters'],
    ['a:b', 'characters'],
    ['a?', 'characters'],
    ['a*', 'characters'],
    ['a[b', 'characters'],
    ['a\u0000b', 'characters'],
    ['a\u007f', 'characters'],
    ['ma\u200bin', 'characters'],
    ['ma\u202ein', 'characters'],
    ['a\u2028b', 'characters'],
    ['a\ud800', 'characters'],
    ['a@{b', 'characters'],
    ['e\u0301', 'composed'],
    ['\u212bngstrom', 'composed'],
    ['..', 'two dots'],
    ['a..b', 'two dots'],
    ['@', 'another meaning'],
    ['HEAD', 'another meaning'],
    ['a.', 'dot'],
    ['/a', 'slash'],
    ['a/', 'slash'],
    ['a//b', 'slash'],
    ['.a', 'begins with a dot'],
    ['a/.b', 'begins with a dot'],
    ['a.lock', '.lock'],
    ['a.LOCK/b', '.lock'],
    ['é'.repeat(200), 'longer'],
  ])('%j is refused', (name, why) => expect(branchNameProblem(name)).toContain(why));

  test('refs are used in full form', () => {
    expect([headRef('a/b'), trackingRef('a'), trackingRef('a', 'pr-9')]).toEqual([
      'refs/heads/a/b',
      'refs/remotes/origin/a',
      'refs/remotes/pr-9/a',
    ]);
  });

  test('a commit is named by its full id only', () => {
    expect([isCommitId('a'.repeat(40)), isCommitId('a'.repeat(64))]).toEqual([true, true]);
    expect(['abc', 'HEAD', 'A'.repeat(40), `-${'a'.repeat(39)}`, `${'a'.repeat(40)}\n`].map(isCommitId)).toEqual(
      Array(5).fill(false),
    );
  });

  test('a twin differs in letter case only', () => {
    expect(foldingTwin('fix', ['fix', 'Fix'])).toBe('Fix');
    expect(foldingTwin('fix', ['fix', 'fixes'])).toBeUndefined();
  });
});
