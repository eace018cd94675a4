import { spawnDirectory } from './spawn-directory.js';

test.each([
  ['one directory for all', '/src', '/src'],
  ['a map, without regard to case', { 'Octo-Org/Octo-Repo': '/src/octo' }, '/src/octo'],
  ['a map that does not name the repository', { 'octo-org/other': '/src/other' }, undefined],
])('%s', (_, workdir, expected) => {
  expect(spawnDirectory(workdir, 'octo-org', 'octo-repo')).toBe(expected);
});
