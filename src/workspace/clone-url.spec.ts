import { cloneUrl } from './clone-url.js';

test('a clone URL is put together from our host and a checked name', () => {
  expect(cloneUrl('https', { owner: 'octo-org', repo: 'Octo.App' })).toBe('https://github.com/octo-org/Octo.App.git');
  expect(cloneUrl('ssh', { owner: 'octo-org', repo: 'octo-app' })).toBe('ssh://git@github.com/octo-org/octo-app.git');
});

test.each([
  ['ext::sh -c touch x', 'r'],
  ['o', '../../r'],
  ['o', 'r@evil.example'],
  ['evil.example/o', 'r'],
  ['--upload-pack=x', 'r'],
  ['o', 'r?x'],
])('there is none for %j/%j', (owner, repo) =>
  expect(() => cloneUrl('https', { owner, repo })).toThrow('No repository'),
);
