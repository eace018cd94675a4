import {
  formatWorkItemRef,
  InvalidWorkItemRefError,
  parseWorkItemRef,
  sameWorkItem,
  workItemRef,
} from './work-item-ref.js';

describe('a work item reference', () => {
  test.each(['github:octo-org/octo-repo#15', 'github:A/b.c_d-e#1', 'github:a/.github#2147483647'])(
    '%s is read and written as it was',
    (text) => {
      expect(formatWorkItemRef(parseWorkItemRef(text))).toBe(text);
    },
  );

  test.each([
    ['octo-org/octo-repo#15', 'no provider'],
    ['github:octo-org/octo-repo', 'no number'],
    ['github:octo-org/octo-repo#0', 'numbers begin at one'],
    ['github:octo-org/octo-repo#015', 'no leading zero'],
    ['github:octo-org/octo-repo#2147483648', 'beyond the numbers GitHub gives'],
    ['github:octo-org/..#1', 'no repository name'],
    ['github:-x/repo#1', 'would be read as an option'],
    ['github:a/b/c#1', 'too many parts'],
    ['github:a/b#1\n', 'trailing line break'],
    ['github:ä/b#1', 'not a GitHub login'],
  ])('%j is refused: %s', (text) => {
    expect(() => parseWorkItemRef(text)).toThrow(InvalidWorkItemRefError);
  });

  test('jira: is refused with a sentence that says it is reserved', () => {
    expect(() => parseWorkItemRef('jira:ABC-1')).toThrow('jira: is reserved');
  });

  test('two spellings in another case are one item', () => {
    expect(sameWorkItem(parseWorkItemRef('github:Octo-Org/Repo#1'), parseWorkItemRef('github:octo-org/repo#1'))).toBe(
      true,
    );
  });

  test.each([1.5, NaN, '12', null, 1e20])('%p is no number of an item', (number) => {
    expect(workItemRef('a', 'b', number)).toBeUndefined();
  });
});
