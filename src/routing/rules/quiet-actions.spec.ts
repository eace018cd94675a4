import {
  always,
  app5,
  armed,
  commentOn,
  decisionTable,
  GO,
  issues,
  labeled,
  pulls,
  reviewed,
  type Row,
  s12,
} from '../../../test/routing/decision-tables.js';
import { session } from '../../../test/routing/in-memory.js';
import { head, issue, LIB } from '../../../test/routing/payloads.js';
import type { RoutingPolicy } from '../routing-policy.js';

describe('quiet actions', () => {
  const usual: Partial<RoutingPolicy> = { quietActions: null };
  const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
  const quiet = 'ignore quiet-action';
  const onIssue = ['pinned', 'unpinned', 'locked', 'unlocked', 'milestoned', 'demilestoned', 'typed', 'untyped'];
  const atWork = [
    'opened',
    'synchronize',
    'edited',
    'ready_for_review',
    'converted_to_draft',
    'assigned',
    'review_requested',
  ];
  decisionTable([
    ...onIssue.map((action): Row => [
      `issues ${action}`,
      quiet,
      { ...issues(action, { labels: armed }), policy: { ...usual, ...labeled } },
    ]),
    ...['edited', 'assigned', 'unassigned', 'field_added', 'transferred'].map((action): Row => [
      `issues ${action}`,
      'resume s-12 matched',
      { ...issues(action), sessions: [s12], policy: usual },
    ]),
    ...['deleted', 'pinned', 'unpinned'].map((action): Row => [
      `issue_comment ${action}`,
      quiet,
      { ...commentOn(issue(), {}, {}, action), sessions: [s12], policy: usual },
    ]),
    [
      'issue_comment edited',
      'resume s-12 matched',
      { ...commentOn(issue(), {}, {}, 'edited'), sessions: [s12], policy: usual },
    ],
    ...atWork.map((action): Row => [
      `pull_request ${action}, at work`,
      quiet,
      { ...pulls(action), sessions: [bound], policy: usual },
    ]),
    ...atWork.map((action): Row => [
      `pull_request ${action}, nobody at work`,
      'spawn #44 policy-always',
      { ...pulls(action), policy: { ...usual, ...always } },
    ]),
    ['pull_request closed, at work', 'close s-12 pr-closed', { ...pulls('closed'), sessions: [bound], policy: usual }],
    [
      'pull_request reopened',
      'resume s-12 reopened',
      { ...pulls('reopened'), sessions: [{ ...bound, status: 'closed' }], policy: usual },
    ],
    ['a review', 'resume s-12 binding', { ...reviewed(), sessions: [bound], policy: usual }],
    [
      'another label',
      quiet,
      { ...issues('labeled', { labels: armed }, { label: { name: 'bug' } }), policy: { ...usual, ...labeled } },
    ],
    [
      'another label is taken away',
      quiet,
      { ...issues('unlabeled', {}, { label: { name: 'bug' } }), sessions: [s12], policy: usual },
    ],
    [
      'the label',
      'spawn #12 label',
      { ...issues('labeled', {}, { label: { name: GO } }), policy: { ...usual, ...labeled } },
    ],
    [
      'the label, at work',
      quiet,
      { ...issues('labeled', {}, { label: { name: GO } }), sessions: [s12], policy: { ...usual, ...labeled } },
    ],
    [
      'the label is taken away, at work',
      'resume s-12 matched',
      { ...issues('unlabeled', {}, { label: { name: GO } }), sessions: [s12], policy: usual },
    ],
    [
      'the issue is opened after its label, at work',
      quiet,
      {
        ...issues('opened', { labels: armed }),
        sessions: [{ ...s12, status: 'starting' }],
        policy: { ...usual, ...labeled },
      },
    ],
    [
      'a contribution still gets its session',
      'spawn octo-lib#9 for octo-app#5 cross-repo-endpoint',
      {
        ...pulls('opened', { number: 9, body: 'Fixes octo-org/octo-app#5', head: head('x', LIB) }, { repository: LIB }),
        sessions: [app5],
        policy: { ...usual, workspaceRoot: '/srv' },
      },
    ],
    [
      "a list of one's own",
      quiet,
      { ...issues('edited'), sessions: [s12], policy: { quietActions: { issues: ['edited'] } } },
    ],
    [
      'replaces the built-in one',
      'resume s-12 matched',
      { ...issues('pinned'), sessions: [s12], policy: { quietActions: { issues: ['edited'] } } },
    ],
    [
      'names events by their own keys',
      'resume s-12 matched',
      { ...issues('edited'), sessions: [s12], policy: { quietActions: {} } },
    ],
    [
      'strangers are refused first',
      'ignore unauthorized-actor',
      { ...issues('pinned', { author_association: 'NONE' }), sessions: [s12], policy: usual },
    ],
  ]);
});
