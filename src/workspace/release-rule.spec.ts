import { type CheckoutState, stayOf } from './release-rule.js';

const CLEAN: CheckoutState = {
  changes: [],
  operation: null,
  head: 'a'.repeat(40),
  headOnRemote: true,
  unpushedBranches: [],
  stashes: 0,
  nestedTrees: [],
};
const side = { name: 'side', commit: 'b'.repeat(40) };

test.each<[string, Partial<CheckoutState>, string[], string | undefined]>([
  ['clean and on the remote', {}, [], undefined],
  ['clean, at a recorded head', { headOnRemote: false }, ['a'.repeat(40)], undefined],
  ['clean, on no remote', { headOnRemote: false }, ['c'.repeat(40)], 'unpushed-commits'],
  ['without any commit', { head: null, headOnRemote: false }, [], undefined],
  ['changed', { changes: ['x'] }, [], 'uncommitted-changes'],
  ['changed, at a recorded head', { changes: ['x'], headOnRemote: false }, ['a'.repeat(40)], 'uncommitted-changes'],
  ['in a merge', { operation: 'merge' }, [], 'operation-in-progress'],
  ['with a stash', { stashes: 1 }, [], 'stashed-changes'],
  ['with another branch on no remote', { unpushedBranches: [side] }, [], 'unpushed-commits'],
  ['with another branch at a recorded head', { unpushedBranches: [side] }, [side.commit], undefined],
  ['with a tree inside', { nestedTrees: ['x'] }, [], 'nested-trees'],
])('a checkout %s', (_, state, heads, reason) => expect(stayOf({ ...CLEAN, ...state }, heads)?.reason).toBe(reason));

test('it says what keeps it, and not all of it', () => {
  expect(stayOf({ ...CLEAN, changes: ['a', 'b', 'c', 'd', 'e'] }, [])?.detail).toBe(
    'has changes that are not committed: a, b, c and 2 more',
  );
});
