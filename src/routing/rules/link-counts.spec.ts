import {
  commentOn,
  decisionTable,
  GO,
  hubot,
  labeled,
  monalisa,
  pulls,
  reviewed,
  s12,
  s44,
} from '../../../test/routing/decision-tables.js';
import { session } from '../../../test/routing/in-memory.js';
import { FORK, head, HERE, issueOfPullRequest } from '../../../test/routing/payloads.js';

describe('whose link counts', () => {
  const stranger = { user: monalisa, author_association: 'NONE', body: 'Closes #12' };
  const fromFork = { head: head('patch-1', FORK) };
  const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
  decisionTable([
    [
      "a member's pull request from a fork",
      'resume s-12 matched',
      { ...pulls('opened', { body: 'Closes #12', ...fromFork }), sessions: [s12] },
    ],
    [
      "a stranger's pull request from a fork",
      'ignore unauthorized-actor',
      { ...pulls('opened', { ...stranger, ...fromFork }, { sender: monalisa }), sessions: [s12] },
    ],
    [
      'a member reviews it: it is its own item',
      'ignore policy-never',
      { ...reviewed({ ...stranger, ...fromFork }), sessions: [s12] },
    ],
    [
      'a member reviews it, and it has a session',
      'resume s-44 matched',
      { ...reviewed({ ...stranger, ...fromFork }), sessions: [s12, s44] },
    ],
    ['a member comments on it', 'ignore policy-never', { ...commentOn(issueOfPullRequest(stranger)), sessions: [s12] }],
    [
      'a maintainer labels it: work starts on itself',
      'spawn #44 label',
      { ...pulls('labeled', { ...stranger, ...fromFork }, { label: { name: GO } }), sessions: [s12], policy: labeled },
    ],
    [
      'it is closed: the issue goes on',
      'ignore close-unmatched',
      { ...pulls('closed', { ...stranger, ...fromFork, state: 'closed' }), sessions: [s12] },
    ],
    [
      'it is merged: only its own session ends',
      'close s-44 pr-merged',
      { ...pulls('closed', { ...stranger, ...fromFork, state: 'closed', merged: true }), sessions: [s12, s44] },
    ],
    ['its head is in the base repository', 'resume s-12 matched', { ...reviewed(stranger), sessions: [s12] }],
    [
      'the same, closed',
      'close s-12 pr-closed',
      { ...pulls('closed', { ...stranger, state: 'closed' }), sessions: [s12] },
    ],
    [
      'its fork is gone',
      'ignore policy-never',
      { ...reviewed({ ...stranger, head: head('patch-1', null) }), sessions: [s12] },
    ],
    ['the owner recorded it', 'resume s-12 binding', { ...reviewed({ ...stranger, ...fromFork }), sessions: [bound] }],
    [
      'the owner recorded it, and it is closed',
      'close s-12 pr-closed',
      { ...pulls('closed', { ...stranger, ...fromFork, state: 'closed' }), sessions: [bound] },
    ],
    [
      'on a private repository',
      'close s-12 pr-closed',
      { ...pulls('closed', { ...stranger, ...fromFork }, { repository: { ...HERE, private: true } }), sessions: [s12] },
    ],
    [
      'an author on the allow-list',
      'resume s-12 matched',
      {
        ...commentOn(issueOfPullRequest(stranger)),
        sessions: [s12],
        policy: { authorizedUsers: ['octocat', 'monalisa'] },
      },
    ],
    [
      'an author who is not',
      'ignore policy-never',
      {
        ...commentOn(issueOfPullRequest({ ...stranger, author_association: 'OWNER' })),
        sessions: [s12],
        policy: { authorizedUsers: ['octocat'] },
      },
    ],
    [
      "the agents' own pull request",
      'resume s-12 matched',
      {
        ...commentOn(issueOfPullRequest({ ...stranger, user: hubot })),
        sessions: [s12],
        policy: { authorizedUsers: ['octocat'], selfLogins: ['hubot'] },
      },
    ],
  ]);
});
