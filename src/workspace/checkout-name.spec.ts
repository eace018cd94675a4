import fc from 'fast-check';
import { isRepositoryName, type WorkItemRef, workItemKey, workItemRef } from '../sessions/work-item-ref.js';
import {
  checkoutPath,
  collidingEntry,
  isSharedRepository,
  isUnfinished,
  itemAt,
  unfinishedPath,
} from './checkout-name.js';

const ref = (owner: string, repo: string, number = 1): WorkItemRef => workItemRef(owner, repo, number)!;

describe('the place of a checkout', () => {
  test('is named after host, owner, repository and number', () => {
    expect(checkoutPath('/checkouts', ref('Octo-Org', 'Octo.App', 15))).toBe(
      '/checkouts/github.com/octo-org/octo.app/15',
    );
  });

  test('is another one for a-b/c and a/b-c, and none is named like the shared clone', () => {
    const [one, other] = [ref('a-b', 'c'), ref('a', 'b-c')].map((each) => checkoutPath('/r', each));
    expect(one).not.toBe(other);
    const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
    expect(isSharedRepository(last(checkoutPath('/r', ref('o', 'r'))))).toBe(false);
    expect(isSharedRepository('repository.git')).toBe(true);
  });

  test.each([
    ['..', 'x'],
    ['x', '..'],
    ['x', '.'],
    ['a/b', 'x'],
    ['x', 'a\0b'],
    ['', 'x'],
    ['-x', 'x'],
  ])('there is none for %j/%j', (owner, repo) => {
    expect(() => checkoutPath('/checkouts', { provider: 'github', owner, repo, number: 1 })).toThrow('No directory');
  });

  test('leads back to the item it belongs to, and two items never share one', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,8}$/);
    const repo = fc.stringMatching(/^[A-Za-z0-9._-]{1,9}$/).filter((each) => isRepositoryName('o', each));
    const item = fc.tuple(name, repo, fc.integer({ min: 1, max: 99 })).map(([o, r, n]) => ref(o, r, n));
    fc.assert(
      fc.property(item, item, (a, b) => {
        const names = checkoutPath('/', a).slice(1).split('/');
        expect(workItemKey(itemAt(names)!)).toBe(workItemKey(a));
        expect(checkoutPath('/', a) === checkoutPath('/', b)).toBe(workItemKey(a) === workItemKey(b));
      }),
    );
  });

  test('names that no checkout has lead nowhere', () => {
    expect(itemAt(['github.com', 'o', 'r', 'repository.git'])).toBeUndefined();
    expect(itemAt(['example.com', 'o', 'r', '1'])).toBeUndefined();
    expect(itemAt(['github.com', 'o', 'r', '01'])).toBeUndefined();
    expect(itemAt(['github.com', 'o', 'r', '1', 'x'])).toBeUndefined();
  });

  test('unfinished directories are told from finished ones', () => {
    expect(isUnfinished(unfinishedPath('15', 'preparing', 'ab12'))).toBe(true);
    expect(isUnfinished(unfinishedPath('repository.git', 'releasing', 'ab12'))).toBe(true);
    expect(['15', 'repository.git', '15.preparing', 'x.preparing-ab', '15.preparing-ab.txt'].some(isUnfinished)).toBe(
      false,
    );
  });

  test('an entry that a file system without letter case takes for the same is found', () => {
    expect(collidingEntry('octo', ['octo', 'other'])).toBeUndefined();
    expect(collidingEntry('octo', ['OCTO'])).toBe('OCTO');
    expect(collidingEntry('caf\u00e9', ['cafe\u0301'])).toBe('cafe\u0301');
  });
});
