import { forkRule } from './fork-rule.js';

const policy = { allowForks: false, selfLogins: ['the-bot'], authorizedUsers: ['Alice'] };

test.each([
  ['a branch of the repository', null, policy, { allowed: true, foreignTree: false }],
  ['a stranger’s fork', { owner: 'mallory' }, policy, { allowed: false, foreignTree: true }],
  ['a deleted fork', { owner: null }, policy, { allowed: false, foreignTree: true }],
  ['an authorized user’s fork', { owner: 'alice' }, policy, { allowed: true, foreignTree: false }],
  ['our own fork', { owner: 'The-Bot' }, policy, { allowed: true, foreignTree: false }],
  [
    'a fork where nobody is listed',
    { owner: 'alice' },
    { ...policy, authorizedUsers: null },
    { allowed: false, foreignTree: true },
  ],
  [
    'a stranger’s fork, allowed',
    { owner: 'mallory' },
    { ...policy, allowForks: true },
    { allowed: true, foreignTree: true },
  ],
])('%s', (_, fork, given, expected) => expect(forkRule(fork, given)).toEqual(expected));
