import { always, decisionTable, LATER, pulls, push, ran, s12 } from '../../../test/routing/decision-tables.js';
import { session } from '../../../test/routing/in-memory.js';
import { attachedPullRequest, head } from '../../../test/routing/payloads.js';

describe('weak evidence', () => {
  const fromBranch = { head: head('issue-12-x') };
  const known = { knownItems: new Set(['github:octo-org/octo-repo#12']) };
  decisionTable([
    [
      'a branch alone: the pull request is the item',
      'spawn #44 policy-always',
      { ...pulls('opened', fromBranch), policy: always },
    ],
    [
      'a branch of an issue that was seen',
      'spawn #12 policy-always',
      { ...pulls('opened', fromBranch), policy: always, known },
    ],
    [
      'a branch of an issue that had a session',
      'spawn #12 policy-always',
      { ...pulls('opened', fromBranch), policy: always, sessions: [{ ...s12, status: 'closed' }] },
    ],
    [
      'branch and description agree',
      'spawn #12 policy-always',
      { ...pulls('opened', { ...fromBranch, body: 'Closes #12' }), policy: always },
    ],
    [
      'branch and description differ',
      'spawn #13 policy-always',
      { ...pulls('opened', { ...fromBranch, body: 'Closes #13' }), policy: always },
    ],
    ['CI on a branch alone', 'ignore weak-evidence', { ...ran({ head_branch: 'issue-12' }), policy: always }],
    [
      'CI on a branch with a pull request',
      'spawn #44 policy-always',
      { ...ran({ head_branch: 'issue-12', pull_requests: [attachedPullRequest(44)] }), policy: always },
    ],
    [
      'a push to a branch alone',
      'ignore weak-evidence',
      { ...push('refs/heads/issue-12'), policy: { ...always, events: ['push'] } },
    ],
    [
      'a session matches all the same',
      'resume s-12 matched',
      { ...ran({ head_branch: 'issue-12' }), sessions: [s12], policy: always },
    ],
  ]);
});

describe('an event from before the close', () => {
  const closed = session('octo-org/octo-repo#12', {
    id: 's-12',
    status: 'closed',
    closedAt: LATER,
    pullRequests: [{ ref: 'octo-org/octo-repo#44', open: false }],
  });
  const later = { updated_at: new Date(LATER + 1).toISOString() };
  decisionTable([
    [
      'of a pull request that the session had',
      'ignore older-than-close',
      { ...pulls('edited'), sessions: [closed], policy: always },
    ],
    ['from after it', 'spawn #44 policy-always', { ...pulls('edited', later), sessions: [closed], policy: always }],
    [
      'of another pull request',
      'spawn #45 policy-always',
      { ...pulls('edited', { number: 45 }), sessions: [closed], policy: always },
    ],
  ]);
});
