import { openedPullRequest } from './opened-pull-request.js';
import { shellOf } from './shell-use.js';

const URL = 'https://github.com/octo-org/shop/pull/7';

test.each([
  ['gh pr create --fill', `${URL}\n`, URL],
  ['git push -u origin x && gh pr new -t a -b b', `Creating pull request\n\n${URL}\n`, URL],
  ['hub pull-request -m x', URL, URL],
  ['gh pr create', `a pull request for branch "x" into branch "main" already exists:\n${URL}\n`, URL],
  ['gh pr create', `${URL}\n${URL}`, URL],
  ['gh pr create; gh pr list', `${URL}\n${URL}1`, undefined],
  ['gh pr create', 'https://github.com/octo-org/shop/pull/new/branch', undefined],
  ['gh pr create', `see ${URL}`, undefined],
  ['gh pr view', URL, undefined],
  ['echo gh-pr create', URL, undefined],
  ['gh pr create', 'http://github.com/octo-org/shop/pull/7', undefined],
])('%s that prints %p has opened %p', (command, output, opened) => {
  expect(openedPullRequest({ command, output })).toBe(opened);
});

test.each<[string, object, object]>([
  [
    'Claude Code',
    { tool_input: { command: 'ls' }, tool_response: { stdout: 'a', stderr: 'b' } },
    { command: 'ls', output: 'a\nb' },
  ],
  [
    'Codex',
    { tool_input: { command: ['bash', '-lc', 'ls'] }, tool_response: 'a' },
    { command: 'bash -lc ls', output: 'a' },
  ],
  ['Codex, unified', { tool_input: { cmd: 'ls' }, tool_response: { output: 'a' } }, { command: 'ls', output: 'a' }],
  ['Cursor', { command: 'ls', output: 'a' }, { command: 'ls', output: 'a' }],
  ['another tool', { tool_input: { file_path: '/x' }, tool_response: { type: 'create' } }, { command: '', output: '' }],
  ['nothing', {}, { command: '', output: '' }],
])('the use of a shell is read from %s', (_, input, use) => {
  expect(shellOf(input as Record<string, unknown>)).toEqual(use);
});
