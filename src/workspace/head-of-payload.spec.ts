import { headOfPayload } from './head-of-payload.js';

const base = { repo: { id: 1 } };
const head = { ref: 'topic', sha: 'abc', repo: { id: 1, name: 'app', owner: { login: 'octo-org' } } };

test.each([
  ['a branch of the repository', { pull_request: { head, base } }, { branch: 'topic', sha: 'abc', fork: null }],
  [
    'a fork',
    { pull_request: { head: { ...head, repo: { id: 2, name: 'app', owner: { login: 'mallory' } } }, base } },
    { branch: 'topic', sha: 'abc', fork: { owner: 'mallory', repo: 'app' } },
  ],
  [
    'a fork that was deleted',
    { pull_request: { head: { ...head, repo: null }, base } },
    { branch: 'topic', sha: 'abc', fork: { owner: null, repo: null } },
  ],
  [
    'a head without its repository',
    { pull_request: { head: { ref: 'topic' }, base } },
    { branch: 'topic', sha: null, fork: 'unknown' },
  ],
  ['a comment', { issue: { pull_request: {} } }, undefined],
  ['nonsense', { pull_request: { head: { ref: 7 } } }, undefined],
  ['nothing', null, undefined],
])('%s', (_, payload, expected) => expect(headOfPayload(payload)).toEqual(expected));
