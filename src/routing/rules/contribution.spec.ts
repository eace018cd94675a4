import { app5, commentOn, decisionTable, issues, pulls, reviewed } from '../../../test/routing/decision-tables.js';
import { verdictOn } from '../../../test/routing/decisions.js';
import { session } from '../../../test/routing/in-memory.js';
import { FORK, head, issueOfPullRequest, LIB, type Part } from '../../../test/routing/payloads.js';

describe('a contribution in another repository', () => {
  const there = { repository: LIB };
  const work = { number: 9, body: 'Fixes octo-org/octo-app#5', head: head('widget-support', LIB), base: { repo: LIB } };
  const opened = (over: Part = {}) => pulls('opened', { ...work, ...over }, there);
  const lib9 = session('octo-org/octo-lib#9', { id: 's-lib-9', endpointOf: 'octo-org/octo-app#5' });
  const recorded = session('octo-org/octo-app#5', { id: 's-app-5', pullRequests: ['octo-org/octo-lib#9'] });
  const room = { workspaceRoot: '/srv/workspaces' };
  decisionTable([
    [
      'with a place for checkouts',
      'spawn octo-lib#9 for octo-app#5 cross-repo-endpoint',
      { ...opened(), sessions: [app5], policy: room },
    ],
    ['without one', 'resume s-app-5 (no-separate-checkout) pr-session-declined', { ...opened(), sessions: [app5] }],
    [
      'when pull requests get no sessions',
      'resume s-app-5 (mode-never) pr-session-declined',
      { ...opened(), sessions: [app5], policy: { ...room, sessionPerPr: 'never' } },
    ],
    [
      'from a fork',
      'resume s-app-5 (fork-not-allowed) pr-session-declined',
      { ...opened({ head: head('x', FORK) }), sessions: [app5], policy: room },
    ],
    [
      'from a fork that is gone',
      'resume s-app-5 (fork-not-allowed) pr-session-declined',
      { ...opened({ head: head('x', null) }), sessions: [app5], policy: room },
    ],
    [
      'from a fork, forks allowed',
      'spawn octo-lib#9 for octo-app#5 cross-repo-endpoint',
      { ...opened({ head: head('x', FORK) }), sessions: [app5], policy: { ...room, allowForks: true } },
    ],
    [
      'that is closed already',
      'resume s-app-5 (pull-request-closed) pr-session-declined',
      { ...reviewed({ ...work, state: 'closed' }, {}, there), sessions: [app5], policy: room },
    ],
    ['with a session of its own', 'resume s-lib-9 endpoint', { ...opened(), sessions: [app5, lib9], policy: room }],
    [
      'with one, and no place for checkouts any more',
      'resume s-lib-9 endpoint',
      { ...opened(), sessions: [app5, lib9] },
    ],
    ['with one, its work item done', 'resume s-lib-9 endpoint', { ...opened(), sessions: [lib9], policy: room }],
    [
      'known by record only',
      'spawn octo-lib#9 for octo-app#5 cross-repo-endpoint',
      { ...opened({ body: null }), sessions: [recorded], policy: room },
    ],
    [
      'known by record, with a session of its own',
      'resume s-lib-9 endpoint',
      { ...opened({ body: null }), sessions: [recorded, lib9] },
    ],
    [
      'a comment on it',
      'spawn octo-lib#9 for octo-app#5 cross-repo-endpoint',
      { ...commentOn(issueOfPullRequest({ ...work }), {}, there), sessions: [app5], policy: room },
    ],
    [
      "a stranger's, that only says so",
      'ignore policy-never',
      {
        ...reviewed({ ...work, author_association: 'NONE', head: head('x', FORK) }, {}, there),
        sessions: [app5],
        policy: room,
      },
    ],
    [
      'merged: the work item goes on',
      'close s-lib-9 pr-merged',
      { ...pulls('closed', { ...work, merged: true }, there), sessions: [app5, lib9] },
    ],
    [
      'closed, without a session of its own',
      'ignore close-unmatched',
      { ...pulls('closed', work, there), sessions: [recorded] },
    ],
    [
      'the issue itself',
      'resume s-app-5 matched',
      {
        ...issues('edited', { number: 5 }, { repository: { ...LIB, full_name: 'octo-org/octo-app', id: 3 } }),
        sessions: [app5],
        policy: room,
      },
    ],
  ]);

  test('is started with the harness of its work item, in a checkout of its head branch', () => {
    const cursor = session('octo-org/octo-app#5', { id: 's-app-5', harness: 'cursor' });
    expect(verdictOn({ ...opened(), sessions: [cursor], policy: room }).decisions).toMatchObject([
      {
        harness: 'cursor',
        repositoryId: LIB.id,
        checkout: { repository: 'octo-org/octo-lib', branch: 'widget-support' },
      },
    ]);
  });
});
