import { decisionTable, issues, pulls, s12 } from '../../../test/routing/decision-tables.js';
import { session } from '../../../test/routing/in-memory.js';
import { HERE } from '../../../test/routing/payloads.js';

describe('identity', () => {
  const here = { repositoryId: HERE.id };
  const renamed = session('octo-org/old-name#12', { id: 's-12', ...here, pullRequests: ['octo-org/old-name#44'] });
  const namesake = session('octo-org/octo-repo#12', {
    id: 's-12',
    repositoryId: 999,
    pullRequests: ['octo-org/octo-repo#44'],
  });
  decisionTable([
    ['a renamed repository', 'resume s-12 matched', { ...issues('edited'), sessions: [renamed] }],
    ['its recorded pull requests', 'resume s-12 binding', { ...pulls('edited'), sessions: [renamed] }],
    ['its pull requests end its session', 'close s-12 pr-closed', { ...pulls('closed'), sessions: [renamed] }],
    [
      'its pull requests are no contributions from elsewhere',
      'resume s-12 matched',
      { ...pulls('edited', { body: 'Closes #12' }), sessions: [renamed], policy: { workspaceRoot: '/srv' } },
    ],
    ['another number in it', 'ignore policy-never', { ...issues('edited', { number: 13 }), sessions: [renamed] }],
    [
      'another repository that took over the name',
      'ignore policy-never',
      { ...issues('edited'), sessions: [namesake] },
    ],
    ['its pull requests', 'ignore policy-never', { ...pulls('edited'), sessions: [namesake] }],
    ['its closes', 'ignore close-unmatched', { ...issues('closed'), sessions: [namesake] }],
    ['a session that knows no id', 'resume s-12 matched', { ...issues('edited'), sessions: [s12] }],
    [
      'an event that knows no id',
      'resume s-12 matched',
      { ...issues('edited', {}, { repository: { ...HERE, id: undefined } }), sessions: [namesake] },
    ],
  ]);
});
