import { hasRepository, repositoryOf, treeProblem } from './work-tree.js';

describe('which tree a directory is', () => {
  it.each([
    ['https://github.com/Octo-Org/Octo-Repo.git', 'octo-org/octo-repo'],
    ['https://token@github.example:8443/octo-org/octo-repo/', 'octo-org/octo-repo'],
    ['git@github.com:octo-org/octo-repo.git', 'octo-org/octo-repo'],
    ['ssh://git@github.com:22/octo-org/octo-repo', 'octo-org/octo-repo'],
    ['/srv/git/octo-org/octo-repo.git', 'octo-org/octo-repo'],
    ['file:///srv/git/octo-org/octo-repo.git', 'octo-org/octo-repo'],
  ])('%s is %s', (remote, repository) => {
    expect(repositoryOf(remote)).toBe(repository);
  });

  const tree = { topLevel: '/src/shop', remotes: ['git@github.com:acme/shop.git'] };

  it('knows the repository it fetches from, without regard to case', () => {
    expect(hasRepository(tree, 'Acme/Shop')).toBe(true);
    expect(hasRepository(tree, 'acme/shop-2')).toBe(false);
  });

  it.each([
    ['the same', tree, undefined],
    ['over another protocol', { ...tree, remotes: ['https://github.com/acme/shop'] }, undefined],
    ['with a further remote', { ...tree, remotes: [...tree.remotes, 'https://github.com/me/shop'] }, undefined],
    ['another top level', { ...tree, topLevel: '/src' }, /belongs to the work tree "\/src" now/],
    [
      'another remote',
      { ...tree, remotes: ['https://me:secret@github.com/acme/other'] },
      /fetches from "https:\/\/github.com\/acme\/other" now/,
    ],
    ['no remote any more', { ...tree, remotes: [] }, /nowhere/],
    ['no git', null, /no git work tree any more/],
  ])('%s', (_name, found, expected) => {
    const problem = treeProblem('/src/shop', found, tree);
    if (expected === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(expected);
  });

  it('is the same tree without a remote when none was recorded', () => {
    expect(treeProblem('/src/shop', tree, { ...tree, remotes: [] })).toBeUndefined();
  });
});
