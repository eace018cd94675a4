import { always, decisionTable, ran, s12, s44, suite } from '../../../test/routing/decision-tables.js';
import { session } from '../../../test/routing/in-memory.js';
import { delivery, FORK, HERE, LIB, SHA } from '../../../test/routing/payloads.js';

describe('CI of forks', () => {
  const ofFork = { head_branch: 'issue-12', head_repository: FORK };
  const heads = [{ ref: s44.workItem, headRepositoryId: FORK.id, baseRepositoryId: HERE.id }];
  const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
  decisionTable([
    ['names nothing', 'ignore no-work-item', { ...ran(ofFork), sessions: [s12] }],
    ['is found by its commit', 'resume s-44 matched', { ...ran(ofFork), sessions: [s12, s44], known: { heads } }],
    [
      'is found by its commit, through a record',
      'resume s-12 binding',
      { ...ran(ofFork), sessions: [bound], known: { heads } },
    ],
    [
      'of another fork with the same commit',
      'ignore no-work-item',
      { ...ran({ ...ofFork, head_repository: { id: 99 } }), sessions: [s44], known: { heads } },
    ],
    [
      'in another base repository',
      'ignore no-work-item',
      { ...ran(ofFork, 'completed', { repository: LIB }), sessions: [s44], known: { heads } },
    ],
    [
      'a suite, which names no repository',
      'resume s-44 matched',
      { ...suite({ head_branch: null }), sessions: [s44], known: { heads } },
    ],
    [
      'a status, by its commit before its branches',
      'resume s-44 matched',
      {
        event: 'status',
        payload: delivery(null, { sha: SHA, state: 'failure', context: 'ci', branches: [{ name: 'issue-12' }] }),
        sessions: [s12, s44],
        known: { heads },
      },
    ],
    [
      'starts nothing for a stranger',
      'ignore unauthorized-actor',
      { ...ran(ofFork), policy: always, known: { heads } },
    ],
    [
      'a suite starts nothing either',
      'ignore unauthorized-actor',
      { ...suite({ head_branch: null }), policy: always, known: { heads } },
    ],
    [
      'our own commit may',
      'spawn #44 policy-always',
      { ...ran(), policy: always, known: { heads: [{ ...heads[0]!, headRepositoryId: HERE.id }] } },
    ],
  ]);
});
