import { branchIssues } from './branch-convention.js';

describe('the branch convention', () => {
  test.each([
    ['issue-12', 12],
    ['issue-12-widget', 12],
    ['claude/github-issue-12-zkhlhh', 12],
    ['feature/issue-12', 12],
    ['ISSUE-12', 12],
    ['Issue-12_widget', 12],
    ['my_issue-12', 12],
    ['x.issue-12.y', 12],
    ['issue-123-widget', 123],
    ['issue-99999999999999-issue-12', 12],
    ['issue-12-issue-13', 12],
    ['issue-2147483647', 2147483647],
  ])('%s names %i', (branch, number) => {
    expect(branchIssues(branch, { owner: 'octo-org', repo: 'octo-repo' }).map((ref) => ref.number)).toEqual([number]);
  });

  test.each([
    'reissue-12-tickets',
    'tissue-12',
    '1issue-12',
    'éissue-12',
    'e\u0301issue-12',
    'issue-12th',
    'issue-12é',
    'issue-12a',
    'issues-12',
    'issue12',
    'issue_12',
    'issue-',
    'issue-0',
    'issue-012',
    'issue--12',
    'iſſue-12',
    'issue-2147483648',
    'main',
    '',
  ])('%s names nothing', (branch) => {
    expect(branchIssues(branch, { owner: 'octo-org', repo: 'octo-repo' })).toEqual([]);
  });
});
