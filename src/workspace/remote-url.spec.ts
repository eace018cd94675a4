import { remoteName, repositoryOfUrl } from './remote-url.js';

test.each([
  ['https://github.com/octo-org/octo-app.git', 'octo-org/octo-app'],
  ['https://github.com/Octo-Org/Octo-App', 'octo-org/octo-app'],
  ['https://token@github.com/o/r.git/', 'o/r'],
  ['https://www.github.com/o/r', 'o/r'],
  ['ssh://git@github.com/o/r.git', 'o/r'],
  ['ssh://git@ssh.github.com:443/o/r.git', 'o/r'],
  ['git@github.com:o/r.git', 'o/r'],
  ['github.com:o/r', 'o/r'],
  ['git@github-work:o/r.git', 'o/r'],
  ['https://gitlab.com/o/r.git', undefined],
  ['https://github.com.evil.example/o/r', undefined],
  ['https://github.com/o/r/x', undefined],
  ['https://github.com/o', undefined],
  ['/srv/git/o/r.git', undefined],
  ['file:///srv/o/r', undefined],
  ['../r', undefined],
  ['', undefined],
])('%s is %s', (url, repository) => expect(repositoryOfUrl(url)).toBe(repository));

test.each([
  ['https://git.example.com/Octo-Org/octo-app.git', { repository: 'octo-org/octo-app', onGithub: false }],
  ['git@git.example.com:o/r.git', { repository: 'o/r', onGithub: false }],
  ['git@github-work:o/r.git', { repository: 'o/r', onGithub: true }],
  ['/srv/git/o/r.git', undefined],
  ['file:///srv/o/r', undefined],
])('%s names %j, on whatever host', (url, name) => expect(remoteName(url)).toEqual(name));
