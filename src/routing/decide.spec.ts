import {
  always,
  armed,
  commentOn,
  decisionTable,
  GO,
  hubot,
  issues,
  labeled,
  LATER,
  monalisa,
  pulls,
  ran,
  reviewed,
  type Row,
  s12,
  s13,
  s44,
  suite,
} from '../../test/routing/decision-tables.js';
import { verdictOn } from '../../test/routing/decisions.js';
import { session } from '../../test/routing/in-memory.js';
import {
  attachedPullRequest,
  delivery,
  head,
  HERE,
  issue,
  labels,
  LIB,
  workflowRun,
} from '../../test/routing/payloads.js';

describe('what is left at arrival', () => {
  decisionTable([
    ['a ping', 'ignore ping', { event: 'ping', payload: { zen: 'Design for failure.' }, policy: always }],
    ['routing is off', 'ignore routing-off', { ...issues('opened'), sessions: [s12], policy: { enabled: false } }],
    [
      'an event that is not enabled',
      'ignore event-disabled',
      { ...issues('opened'), sessions: [s12], policy: { events: ['push'] } },
    ],
    [
      'an event named like a property',
      'ignore event-disabled',
      { ...issues('opened'), event: 'constructor', policy: always },
    ],
    [
      'such a name, enabled',
      'ignore no-work-item',
      { ...issues('opened'), event: '__proto__', policy: { ...always, events: ['__proto__'] } },
    ],
    [
      'an unknown event, enabled',
      'ignore no-work-item',
      { ...issues('opened'), event: 'issue_teleported', policy: { ...always, events: ['issue_teleported'] } },
    ],
    [
      'a delivery that was processed',
      'ignore duplicate-delivery',
      { ...issues('opened'), sessions: [s12], known: { processed: true } },
    ],
    [
      'content that was processed',
      'ignore duplicate-content',
      { ...issues('opened'), sessions: [s12], known: { sameContentAs: 'd-0' } },
    ],
    [
      'a close that was processed',
      'ignore duplicate-delivery',
      { ...issues('closed'), sessions: [s12], known: { processed: true } },
    ],
    [
      'no repository',
      'ignore no-work-item',
      { event: 'issues', payload: { action: 'opened', issue: issue() }, policy: always },
    ],
    ['a body that is no object', 'ignore no-work-item', { event: 'issues', payload: null, policy: always }],
    [
      'an issues event with the body of a comment',
      'ignore no-work-item',
      { ...commentOn(issue()), event: 'issues', sessions: [s12], policy: always },
    ],
    [
      'a pull_request event with the body of a review',
      'ignore no-work-item',
      { ...reviewed(), event: 'pull_request', sessions: [s44] },
    ],
  ]);
});

describe('who owns an event', () => {
  const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
  const beside = session('octo-org/octo-repo#44', { id: 's-44', endpointOf: 'octo-org/octo-repo#12' });
  const closes = (text: string) => ({ body: text });
  decisionTable([
    ['an issue with a session', 'resume s-12 matched', { ...issues('edited'), sessions: [s13, s12] }],
    ['an issue without', 'ignore policy-never', { ...issues('edited'), sessions: [s13] }],
    [
      'the same number elsewhere',
      'ignore policy-never',
      { ...issues('edited', {}, { repository: LIB }), sessions: [s12] },
    ],
    [
      'another spelling of the repository',
      'resume s-x matched',
      { ...issues('edited'), sessions: [session('Octo-Org/OCTO-repo#12', { id: 's-x' })] },
    ],
    [
      'a pull request that closes the issue',
      'resume s-12 matched',
      { ...pulls('edited', closes('Closes #12')), sessions: [s44, s12] },
    ],
    [
      'a pull request from its branch',
      'resume s-12 matched',
      { ...pulls('edited', { head: head('issue-12-x') }), sessions: [s12] },
    ],
    [
      'two issues: the first with a session',
      'resume s-13 matched',
      { ...pulls('edited', closes('Closes #12, closes #13')), sessions: [s13] },
    ],
    [
      'branch before description',
      'resume s-13 matched',
      { ...pulls('edited', { ...closes('Closes #12'), head: head('issue-13') }), sessions: [s12, s13] },
    ],
    [
      'only the pull request has one',
      'resume s-44 matched',
      { ...pulls('edited', closes('Closes #12')), sessions: [s44] },
    ],
    ['a recorded pull request', 'resume s-12 binding', { ...pulls('edited'), sessions: [bound] }],
    [
      'a recorded pull request, its CI',
      'resume s-12 binding',
      { ...suite({ pull_requests: [attachedPullRequest(44)] }), sessions: [bound] },
    ],
    ['recorded and named', 'resume s-12 matched', { ...pulls('edited', closes('Closes #12')), sessions: [bound] }],
    [
      'the record beats a session of the pull request',
      'resume s-12 binding',
      { ...pulls('edited'), sessions: [s44, bound] },
    ],
    ['a session beside it is no longer fed', 'resume s-12 binding', { ...pulls('edited'), sessions: [beside, s12] }],
    ['unless it is the only one left', 'resume s-44 endpoint', { ...pulls('edited'), sessions: [beside] }],
    [
      'a record of a closed session',
      'ignore policy-never',
      { ...pulls('edited'), sessions: [{ ...bound, status: 'closed' }] },
    ],
    ['a closed session', 'ignore policy-never', { ...issues('edited'), sessions: [{ ...s12, status: 'closed' }] }],
    ...(['starting', 'paused', 'stale', 'parked'] as const).map((status): Row => [
      `a ${status} session: its rows wait`,
      'resume s-12 matched',
      { ...issues('edited'), sessions: [{ ...s12, status }], policy: always },
    ]),
    [
      'a closing session',
      'ignore session-closing',
      { ...issues('edited'), sessions: [{ ...s12, status: 'closing' }], policy: always },
    ],
    [
      'a record of a closing session',
      'ignore session-closing',
      { ...pulls('edited'), sessions: [{ ...bound, status: 'closing' }], policy: always },
    ],
    [
      'a closing session beside an open one',
      'resume s-44 matched',
      { ...pulls('edited', closes('Closes #12')), sessions: [{ ...s12, status: 'closing' }, s44] },
    ],
  ]);
});

describe('the end of an item', () => {
  const two = session('octo-org/octo-repo#12', {
    id: 's-12',
    pullRequests: ['octo-org/octo-repo#44', 'octo-org/octo-repo#45'],
  });
  const secondDone = session('octo-org/octo-repo#12', {
    id: 's-12',
    pullRequests: ['octo-org/octo-repo#44', { ref: 'octo-org/octo-repo#45', open: false }],
  });
  const elsewhere = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-lib#9'] });
  const merged = { state: 'closed', merged: true };
  decisionTable([
    [
      'an issue is closed',
      'close s-12 issue-closed',
      { ...issues('closed', { state: 'closed' }), sessions: [s12, s13] },
    ],
    ['an issue is deleted', 'close s-12 issue-deleted', { ...issues('deleted'), sessions: [s12] }],
    [
      'a pull request is merged',
      'close s-12 pr-merged',
      { ...pulls('closed', { ...merged, body: 'Closes #12' }), sessions: [s12, s13] },
    ],
    [
      'a pull request is closed',
      'close s-12 pr-closed',
      { ...pulls('closed', { body: 'Closes #12' }), sessions: [s12] },
    ],
    [
      'two issues of one pull request',
      'close s-12 s-13 pr-merged',
      { ...pulls('closed', { ...merged, body: 'Closes #12, closes #13' }), sessions: [s13, s12] },
    ],
    [
      'the sessions of both',
      'close s-12 s-44 pr-merged',
      { ...pulls('closed', { ...merged, body: 'Closes #12' }), sessions: [s44, s12] },
    ],
    [
      'a starting session',
      'close s-12 issue-closed',
      { ...issues('closed'), sessions: [{ ...s12, status: 'starting' }] },
    ],
    [
      'a closed session',
      'ignore close-unmatched',
      { ...issues('closed', { labels: armed }), sessions: [{ ...s12, status: 'closed' }], policy: labeled },
    ],
    [
      'a closing session',
      'ignore close-unmatched',
      { ...issues('closed'), sessions: [{ ...s12, status: 'closing' }], policy: always },
    ],
    ['nobody works on it, always', 'ignore close-unmatched', { ...issues('closed'), policy: always }],
    [
      'another pull request of the item is open',
      'ignore kept-open',
      { ...pulls('closed', { body: 'Closes #12' }), sessions: [two] },
    ],
    [
      'that one is done',
      'close s-12 pr-closed',
      { ...pulls('closed', { body: 'Closes #12' }), sessions: [secondDone] },
    ],
    [
      'a contribution elsewhere is open',
      'close s-12 pr-closed',
      { ...pulls('closed', { body: 'Closes #12' }), sessions: [elsewhere] },
    ],
    ['the issue itself is closed', 'close s-12 issue-closed', { ...issues('closed'), sessions: [two] }],
    [
      'its own session ends all the same',
      'close s-44 pr-closed',
      { ...pulls('closed', { body: 'Closes #12' }), sessions: [two, s44] },
    ],
    ['a review of a closed pull request', 'resume s-44 matched', { ...reviewed(merged), sessions: [s44] }],
    ['a review is dismissed', 'resume s-44 matched', { ...reviewed({}, {}, {}, 'dismissed'), sessions: [s44] }],
    [
      'a suite is closed, whatever that be',
      'resume s-44 matched',
      { ...suite({ pull_requests: [attachedPullRequest(44)] }, 'closed'), sessions: [s44] },
    ],
    [
      'a close is quiet by configuration',
      'close s-12 issue-closed',
      { ...issues('closed'), sessions: [s12], policy: { quietActions: { issues: ['closed'] } } },
    ],
  ]);

  test('keeps a session open and says for which pull request', () => {
    const { facts } = verdictOn({ ...pulls('closed'), sessions: [two] });
    expect(facts.keptOpen).toMatchObject([{ sessionId: 's-12', ref: { number: 44 } }]);
    expect(facts.linkStates).toMatchObject([{ ref: { number: 44 }, open: false }]);
  });
});

describe('an item that is opened again', () => {
  const closed = { ...s12, status: 'closed', closedAt: 5 } as const;
  const delivered = session('octo-org/octo-repo#12', {
    id: 's-12',
    status: 'closed',
    closedAt: LATER,
    pullRequests: ['octo-org/octo-repo#44'],
  });
  decisionTable([
    ['wakes the session it had', 'resume s-12 reopened', { ...issues('reopened'), sessions: [closed] }],
    [
      'wakes it whatever the policy',
      'resume s-12 reopened',
      { ...issues('reopened', { labels: armed }), sessions: [closed], policy: labeled },
    ],
    [
      'the one closed last',
      'resume s-new reopened',
      { ...issues('reopened'), sessions: [closed, { ...closed, id: 's-new', closedAt: 9 }] },
    ],
    [
      'behind a close that still waits',
      'resume s-12 reopened',
      { ...issues('reopened'), sessions: [{ ...s12, status: 'closing' }] },
    ],
    ['a pull request, by record', 'resume s-12 reopened', { ...pulls('reopened'), sessions: [delivered] }],
    [
      'a pull request, by description',
      'resume s-12 reopened',
      { ...pulls('reopened', { body: 'Closes #12' }), sessions: [closed] },
    ],
    ['its session is open anyway', 'resume s-12 matched', { ...issues('reopened'), sessions: [s12] }],
    ['it never had one', 'ignore policy-never', { ...issues('reopened') }],
    ['it never had one and is armed', 'spawn #12 label', { ...issues('reopened', { labels: armed }), policy: labeled }],
    [
      'by a stranger',
      'ignore unauthorized-actor',
      {
        ...issues('reopened', { user: monalisa, author_association: 'NONE' }, { sender: monalisa }),
        sessions: [closed],
      },
    ],
    [
      'by an own login',
      'ignore self-authored',
      { ...issues('reopened', {}, { sender: hubot }), sessions: [closed], policy: { selfLogins: ['hubot'] } },
    ],
  ]);
});

describe('starting work', () => {
  const closed = { ...s12, status: 'closed' as const, closedAt: LATER };
  const bug = { label: { name: 'bug' } };
  decisionTable([
    ['never', 'ignore policy-never', { ...issues('labeled', { labels: armed }, { label: { name: GO } }) }],
    ['always', 'spawn #12 policy-always', { ...issues('opened'), policy: always }],
    [
      'the label is on the issue',
      'spawn #12 label',
      { ...issues('opened', { labels: labels('bug', GO) }), policy: labeled },
    ],
    [
      'in another spelling',
      'spawn #12 label',
      { ...issues('opened', { labels: labels('The-Loop: Auto-Execute') }), policy: labeled },
    ],
    ['is being added', 'spawn #12 label', { ...issues('labeled', {}, { label: { name: GO } }), policy: labeled }],
    ['is not there', 'ignore label-missing', { ...issues('opened', { labels: labels('bug') }), policy: labeled }],
    [
      'is only part of a name',
      'ignore label-missing',
      { ...issues('opened', { labels: labels(`${GO} later`, `x ${GO}`) }), policy: labeled },
    ],
    ['is named in the text', 'ignore label-missing', { ...commentOn(issue(), { body: GO }), policy: labeled }],
    [
      'another one is added to an armed issue',
      'spawn #12 label',
      { ...issues('labeled', { labels: armed }, bug), policy: labeled },
    ],
    [
      'it is taken away',
      'ignore label-missing',
      { ...issues('unlabeled', {}, { label: { name: GO } }), policy: labeled },
    ],
    [
      'it is taken away, and the list is behind',
      'ignore label-missing',
      { ...issues('unlabeled', { labels: armed }, { label: { name: GO } }), policy: labeled },
    ],
    [
      'another one is taken away',
      'ignore label-missing',
      { ...issues('unlabeled', { labels: armed }, bug), policy: labeled },
    ],
    ['any label is taken away, always', 'ignore label-removed', { ...issues('unlabeled', {}, bug), policy: always }],
    [
      'a label elsewhere in the payload',
      'ignore label-missing',
      { ...issues('edited', {}, { label: { name: GO } }), policy: labeled },
    ],
    [
      'another label is configured',
      'ignore label-missing',
      { ...issues('opened', { labels: armed }), policy: { ...labeled, autoExecuteLabel: 'agent: go' } },
    ],
    ['a comment on an armed issue', 'spawn #12 label', { ...commentOn(issue({ labels: armed })), policy: labeled }],
    ['a review of an armed pull request', 'spawn #44 label', { ...reviewed({ labels: armed }), policy: labeled }],
    [
      'an armed pull request that closes an issue',
      'spawn #12 label',
      { ...pulls('labeled', { body: 'Fixes #12', labels: armed }), policy: labeled },
    ],
    [
      'an armed pull request from an issue branch',
      'spawn #12 label',
      { ...pulls('labeled', { head: head('issue-12'), labels: armed }), policy: labeled },
    ],
    ['CI carries no label', 'ignore label-missing', { ...ran({ head_branch: 'issue-12' }), policy: labeled }],
    [
      'labels of a runner are none',
      'ignore label-missing',
      {
        event: 'workflow_job',
        payload: delivery('completed', { workflow_job: workflowRun({ head_branch: 'issue-12', labels: [GO] }) }),
        policy: { ...labeled, events: ['workflow_job'] },
      },
    ],
    [
      'a closed issue',
      'ignore item-closed',
      { ...commentOn(issue({ state: 'closed', labels: armed })), policy: labeled },
    ],
    ['a closed pull request', 'ignore item-closed', { ...reviewed({ state: 'closed' }), policy: always }],
    [
      'the label on a closed issue',
      'ignore item-closed',
      { ...issues('labeled', { state: 'closed' }, { label: { name: GO } }), policy: labeled },
    ],
    ['a transferred issue', 'ignore item-closed', { ...issues('transferred', { labels: armed }), policy: labeled }],
    [
      'its session was closed before',
      'spawn #12 label',
      { ...issues('labeled', { labels: armed }), sessions: [{ ...closed, closedAt: 5 }], policy: labeled },
    ],
    [
      'a late event, from before its session was closed',
      'ignore older-than-close',
      { ...commentOn(issue({ labels: armed })), sessions: [closed], policy: labeled },
    ],
    [
      'a late event of another item',
      'spawn #12 label',
      {
        ...commentOn(issue({ labels: armed })),
        sessions: [{ ...s13, status: 'closed', closedAt: LATER }],
        policy: labeled,
      },
    ],
    [
      'a session that is still starting',
      'resume s-12 matched',
      { ...issues('labeled', { labels: armed }, bug), sessions: [{ ...s12, status: 'starting' }], policy: labeled },
    ],
  ]);
});

describe('a verdict', () => {
  test('shows every item it considered, with its evidence', () => {
    const bound = session('octo-org/octo-repo#13', { id: 's-13', pullRequests: ['octo-org/octo-repo#44'] });
    const { mentions } = verdictOn({ ...pulls('edited', { body: 'Closes #12' }), sessions: [bound] });
    expect(mentions.map(({ ref, evidence, field }) => [ref.number, evidence, field])).toEqual([
      [12, 'closing-keyword', 'pull_request.body'],
      [44, 'subject', 'pull_request.number'],
      [13, 'recorded-link', 'session.pullRequests'],
    ]);
  });

  test('of a spawn carries the repository id only where the event shows it', () => {
    const spawn = (body: string) => verdictOn({ ...pulls('opened', { body }), policy: always }).decisions;
    expect(spawn('Closes #12')).toMatchObject([{ repositoryId: HERE.id }]);
    expect(spawn('Closes octo-org/octo-lib#7')).toMatchObject([{ repositoryId: null }]);
  });
});
