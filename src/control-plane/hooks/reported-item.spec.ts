import { formatWorkItemRef } from '../../sessions/work-item-ref.js';
import { pullRequestOfUrl, reportedItem } from './reported-item.js';

const ORIGIN = 'git@github.com:octo-org/octo-repo.git';

test.each([
  [{ workItem: 'github:a/b#1', branch: 'issue-2', origin: ORIGIN }, 'github:a/b#1'],
  [{ branch: 'issue-2-a-few-words', origin: ORIGIN }, 'github:octo-org/octo-repo#2'],
  [{ branch: 'mona/ISSUE-3', origin: 'https://github.com/octo-org/octo-repo' }, 'github:octo-org/octo-repo#3'],
  [{ branch: 'main', origin: ORIGIN }, undefined],
  [{ branch: 'issue-2', origin: 'https://gitlab.com/octo-org/octo-repo.git' }, undefined],
  [{ branch: 'issue-2', origin: '/srv/git/octo-repo.git' }, undefined],
  [{ branch: 'issue-2' }, undefined],
  [{}, undefined],
])('%j is about %s', (place, item) => {
  const found = reportedItem(place);
  expect(found && formatWorkItemRef(found)).toBe(item);
});

test('a name that is none is refused', () => {
  expect(() => reportedItem({ workItem: 'octo-repo#1' })).toThrow('expected github:owner/repo#number');
});

test.each([
  ['https://github.com/a/b/pull/1', 'github:a/b#1'],
  ['https://GITHUB.com/a/b/pull/1', 'github:a/b#1'],
  ['https://github.com.attacker.tld/a/b/pull/1', undefined],
  ['https://github.com/a/b/issues/1', undefined],
  ['https://github.com/a/b/pull/0', undefined],
  ['http://github.com/a/b/pull/1', undefined],
  ['https://github.com/a/../pull/1', undefined],
  ['nothing', undefined],
])('%s is the pull request %s', (address, item) => {
  const found = pullRequestOfUrl(address, ['github.com']);
  expect(found && formatWorkItemRef(found)).toBe(item);
});
