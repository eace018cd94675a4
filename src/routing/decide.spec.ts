import { type Given, inWords, verdictOn } from '../../test/routing/decisions.js';
import { session } from '../../test/routing/in-memory.js';
import {
  account,
  AT,
  attachedPullRequest,
  checkRun,
  checkSuite,
  comment,
  delivery,
  FORK,
  head,
  HERE,
  issue,
  issueOfPullRequest,
  labels,
  LIB,
  type Part,
  pullRequest,
  review,
  SHA,
  workflowRun,
} from '../../test/routing/payloads.js';
import type { RoutingPolicy } from './routing-policy.js';

type Row = readonly [when: string, then: string, given: Given];

const s12 = session('octo-org/octo-repo#12', { id: 's-12' });
const s13 = session('octo-org/octo-repo#13', { id: 's-13' });
const s44 = session('octo-org/octo-repo#44', { id: 's-44' });
const app5 = session('octo-org/octo-app#5', { id: 's-app-5' });
const GO = 'the-loop: auto-execute';
const armed = labels(GO);
const hubot = account('hubot');
const monalisa = account('monalisa');
const LATER = Date.parse(AT) + 60_000;

const issues = (action: string, over: Part = {}, envelope: Part = {}): Pick<Given, 'event' | 'payload'> => ({
  event: 'issues',
  payload: delivery(action, { issue: issue(over) }, envelope),
});
const commentOn = (item: Part, over: Part = {}, envelope: Part = {}, action = 'created') => ({
  event: 'issue_comment',
  payload: delivery(action, { issue: item, comment: comment(over) }, envelope),
});
const pulls = (action: string, over: Part = {}, envelope: Part = {}) => ({
  event: 'pull_request',
  payload: delivery(action, { pull_request: pullRequest(over) }, envelope),
});
const reviewed = (over: Part = {}, written: Part = {}, envelope: Part = {}, action = 'submitted') => ({
  event: 'pull_request_review',
  payload: delivery(action, { pull_request: pullRequest(over), review: review(written) }, envelope),
});
const ran = (over: Part = {}, action = 'completed', envelope: Part = {}) => ({
  event: 'workflow_run',
  payload: delivery(action, { workflow_run: workflowRun(over) }, envelope),
});
const suite = (over: Part = {}, action = 'completed') => ({
  event: 'check_suite',
  payload: delivery(action, { check_suite: checkSuite(over) }),
});
const push = (ref: string, envelope: Part = {}) => ({
  event: 'push',
  payload: delivery(null, { ref, after: SHA }, envelope),
});
const always: Partial<RoutingPolicy> = { spawnOnUnmatched: 'always' };
const labeled: Partial<RoutingPolicy> = { spawnOnUnmatched: 'labeled' };

function table(rows: readonly Row[]): void {
  test.each(rows)('%s → %s', (_when, then, given) => {
    const verdict = verdictOn(given);
    expect(inWords(verdict)).toBe(then);
    expect(verdict.because).toMatch(/^\S.*[^.\s]$/);
  });
}

describe('what is left at arrival', () => {
  table([
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

describe('own activity and bots', () => {
  const marked = { body: 'Done.\n\n<!-- the-loop:agent-comment -->' };
  const self = { selfLogins: ['Hubot'] };
  const bot = account('octo-coverage[bot]', 'Bot');
  table([
    ['a comment with the marker', 'ignore self-authored', { ...commentOn(issue(), marked), sessions: [s12] }],
    ['a review with the marker', 'ignore self-authored', { ...reviewed({}, marked), sessions: [s44] }],
    [
      'the marker in a quote',
      'resume s-12 matched',
      { ...commentOn(issue(), { body: '> <!-- the-loop:agent-comment -->\n\nNo.' }), sessions: [s12] },
    ],
    [
      'the marker in the description of an issue',
      'resume s-12 matched',
      { ...issues('edited', marked), sessions: [s12] },
    ],
    [
      'a push by an own login, in another spelling',
      'ignore self-authored',
      { ...pulls('synchronize', {}, { sender: hubot }), sessions: [s44], policy: self },
    ],
    [
      "a person on the agents' pull request",
      'resume s-44 matched',
      { ...commentOn(issueOfPullRequest({ user: hubot })), sessions: [s44], policy: self },
    ],
    [
      'CI by an own login',
      'resume s-44 matched',
      {
        ...ran({ pull_requests: [attachedPullRequest(44)] }, 'completed', { sender: hubot }),
        sessions: [s44],
        policy: self,
      },
    ],
    [
      'an own login closes',
      'close s-44 pr-closed',
      { ...pulls('closed', { state: 'closed' }, { sender: hubot }), sessions: [s44], policy: self },
    ],
    [
      'a bot, bots allowed',
      'resume s-12 matched',
      { ...commentOn(issue(), { user: bot }, { sender: bot }), sessions: [s12] },
    ],
    [
      'a bot, bots ignored',
      'ignore bot-sender',
      { ...commentOn(issue(), { user: bot }, { sender: bot }), sessions: [s12], policy: { ignoreBots: true } },
    ],
    [
      'a bot without a suffix',
      'ignore bot-sender',
      { ...issues('edited', {}, { sender: account('Copilot', 'Bot') }), sessions: [s12], policy: { ignoreBots: true } },
    ],
    [
      'a person with the suffix of a bot',
      'resume s-12 matched',
      { ...issues('edited', {}, { sender: account('octo-cabot') }), sessions: [s12], policy: { ignoreBots: true } },
    ],
    [
      'a bot that closes',
      'close s-12 issue-closed',
      { ...issues('closed', {}, { sender: bot }), sessions: [s12], policy: { ignoreBots: true } },
    ],
    [
      'CI by a bot',
      'resume s-44 matched',
      { ...suite({ pull_requests: [attachedPullRequest(44)] }), sessions: [s44], policy: { ignoreBots: true } },
    ],
    [
      'own activity before bots',
      'ignore self-authored',
      {
        ...issues('edited', {}, { sender: bot }),
        sessions: [s12],
        policy: { ignoreBots: true, selfLogins: ['octo-coverage[bot]'] },
      },
    ],
  ]);
});

describe('who may trigger, with an allow-list', () => {
  const only: Partial<RoutingPolicy> = { authorizedUsers: ['OctoCat'] };
  const byStranger = { user: monalisa };
  table([
    [
      'somebody on it, in another spelling',
      'resume s-12 matched',
      { ...commentOn(issue()), sessions: [s12], policy: only },
    ],
    [
      'an empty list',
      'ignore unauthorized-actor',
      { ...commentOn(issue()), sessions: [s12], policy: { authorizedUsers: [] } },
    ],
    [
      'a stranger',
      'ignore unauthorized-actor',
      { ...commentOn(issue(), byStranger, { sender: monalisa }), sessions: [s12], policy: only },
    ],
    [
      'a member who is not on it',
      'ignore unauthorized-actor',
      {
        ...commentOn(issue(), { ...byStranger, author_association: 'OWNER' }, { sender: monalisa }),
        sessions: [s12],
        policy: only,
      },
    ],
    [
      'somebody on it without standing',
      'resume s-12 matched',
      { ...commentOn(issue(), { author_association: 'NONE' }), sessions: [s12], policy: only },
    ],
    [
      'a stranger on a private repository',
      'ignore unauthorized-actor',
      {
        ...commentOn(issue(), byStranger, { sender: monalisa, repository: { ...HERE, private: true } }),
        sessions: [s12],
        policy: only,
      },
    ],
    [
      'an allowed comment edited by a stranger',
      'ignore unauthorized-actor',
      { ...commentOn(issue(), {}, { sender: monalisa }, 'edited'), sessions: [s12], policy: only },
    ],
    [
      "a stranger's comment edited by somebody on it",
      'ignore unauthorized-actor',
      { ...commentOn(issue(), byStranger, {}, 'edited'), sessions: [s12], policy: only },
    ],
    [
      'a review by a stranger, dismissed by somebody on it',
      'ignore unauthorized-actor',
      { ...reviewed({}, byStranger, {}, 'dismissed'), sessions: [s44], policy: only },
    ],
    [
      'a deleted author',
      'ignore unauthorized-actor',
      { ...commentOn(issue(), { user: null }), sessions: [s12], policy: only },
    ],
    [
      'no sender',
      'ignore unauthorized-actor',
      { ...commentOn(issue(), {}, { sender: undefined }), sessions: [s12], policy: only },
    ],
    [
      'no sender, no text',
      'ignore unauthorized-actor',
      { ...pulls('synchronize', {}, { sender: null }), sessions: [s44], policy: only },
    ],
    [
      'a login that cannot be one',
      'ignore unauthorized-actor',
      { ...issues('edited', {}, { sender: account('octocat\n') }), sessions: [s12], policy: only },
    ],
    [
      "a stranger's issue touched by somebody on it",
      'resume s-12 matched',
      { ...issues('assigned', byStranger), sessions: [s12], policy: only },
    ],
    [
      'CI, whoever sent it',
      'resume s-44 matched',
      {
        ...ran({ pull_requests: [attachedPullRequest(44)] }, 'completed', { sender: monalisa }),
        sessions: [s44],
        policy: { authorizedUsers: [] },
      },
    ],
    [
      'a close, whoever sent it',
      'close s-12 issue-closed',
      { ...issues('closed', {}, { sender: null }), sessions: [s12], policy: { authorizedUsers: [] } },
    ],
    [
      'a push by a stranger',
      'ignore unauthorized-actor',
      { ...push('refs/heads/issue-12', { sender: monalisa }), sessions: [s12], policy: { ...only, events: ['push'] } },
    ],
    [
      'a label by somebody on it',
      'spawn #12 label',
      { ...issues('labeled', byStranger, { label: { name: GO } }), policy: { ...only, ...labeled } },
    ],
    [
      'a label by somebody else',
      'ignore unauthorized-actor',
      { ...issues('labeled', {}, { label: { name: GO }, sender: monalisa }), policy: { ...only, ...labeled } },
    ],
  ]);
});

describe('who may trigger, without an allow-list', () => {
  const unknown = { user: monalisa, author_association: 'NONE' };
  const secret = { repository: { ...HERE, private: true } };
  const form = { ...unknown, labels: armed };
  table([
    ['an owner', 'resume s-12 matched', { ...commentOn(issue(), { author_association: 'OWNER' }), sessions: [s12] }],
    ['a member', 'resume s-12 matched', { ...commentOn(issue(), { author_association: 'MEMBER' }), sessions: [s12] }],
    [
      'a collaborator',
      'resume s-12 matched',
      { ...commentOn(issue(), { author_association: 'COLLABORATOR' }), sessions: [s12] },
    ],
    [
      'a contributor',
      'ignore unauthorized-actor',
      { ...commentOn(issue(), { author_association: 'CONTRIBUTOR' }), sessions: [s12] },
    ],
    [
      'a first-timer',
      'ignore unauthorized-actor',
      { ...reviewed({}, { author_association: 'FIRST_TIME_CONTRIBUTOR' }), sessions: [s44] },
    ],
    [
      'a stranger',
      'ignore unauthorized-actor',
      { ...commentOn(issue(), unknown, { sender: monalisa }), sessions: [s12] },
    ],
    [
      'a stranger on a private repository',
      'resume s-12 matched',
      { ...commentOn(issue(), unknown, { sender: monalisa, ...secret }), sessions: [s12] },
    ],
    [
      'a repository that does not say',
      'ignore unauthorized-actor',
      { ...commentOn(issue(), unknown, { repository: { ...HERE, private: undefined } }), sessions: [s12] },
    ],
    [
      'an author whose standing is not told',
      'ignore unauthorized-actor',
      { ...commentOn(issue(), { author_association: undefined }), sessions: [s12] },
    ],
    [
      'a deleted account that had standing',
      'resume s-12 matched',
      { ...commentOn(issue(), { user: null }), sessions: [s12] },
    ],
    [
      'no sender, an author with standing',
      'resume s-12 matched',
      { ...commentOn(issue(), {}, { sender: undefined }), sessions: [s12] },
    ],
    [
      "a member's comment edited by its author",
      'resume s-12 matched',
      { ...commentOn(issue(), {}, {}, 'edited'), sessions: [s12] },
    ],
    [
      "a member's comment edited by somebody else",
      'ignore unauthorized-actor',
      { ...commentOn(issue(), {}, { sender: monalisa }, 'edited'), sessions: [s12] },
    ],
    [
      'the same on a private repository',
      'resume s-12 matched',
      { ...commentOn(issue(), {}, { sender: monalisa, ...secret }, 'edited'), sessions: [s12] },
    ],
    [
      "a member comments on a stranger's issue",
      'resume s-12 matched',
      { ...commentOn(issue(unknown)), sessions: [s12] },
    ],
    [
      'a stranger edits the issue somebody vouched for',
      'ignore unauthorized-actor',
      { ...issues('edited', unknown, { sender: monalisa }), sessions: [s12] },
    ],
    [
      'a stranger pushes to the pull request',
      'ignore unauthorized-actor',
      { ...pulls('synchronize', { ...unknown, head: head('patch-1', FORK) }, { sender: monalisa }), sessions: [s44] },
    ],
    [
      'a stranger opens an issue',
      'ignore unauthorized-actor',
      { ...issues('opened', unknown, { sender: monalisa }), policy: always },
    ],
    [
      "a form labels a stranger's issue in their name",
      'ignore unauthorized-actor',
      { ...issues('labeled', form, { label: { name: GO }, sender: monalisa }), policy: labeled },
    ],
    [
      'the issue that form opened',
      'ignore unauthorized-actor',
      { ...issues('opened', form, { sender: monalisa }), policy: labeled },
    ],
    [
      "a maintainer labels a stranger's issue",
      'spawn #12 label',
      { ...issues('labeled', form, { label: { name: GO } }), policy: labeled },
    ],
    [
      "nobody labels a stranger's issue",
      'ignore unauthorized-actor',
      { ...issues('labeled', form, { label: { name: GO }, sender: null }), policy: labeled },
    ],
    [
      "another label on a stranger's issue a form has armed",
      'ignore unauthorized-actor',
      { ...issues('labeled', form, { label: { name: 'triage' } }), policy: labeled },
    ],
    [
      "another label on a stranger's issue",
      'ignore label-missing',
      { ...issues('labeled', unknown, { label: { name: 'triage' } }), policy: labeled },
    ],
    [
      "another label on a stranger's issue, always",
      'ignore unauthorized-actor',
      { ...issues('labeled', unknown, { label: { name: 'triage' } }), policy: always },
    ],
    [
      "the label on a stranger's issue, always",
      'spawn #12 policy-always',
      { ...issues('labeled', unknown, { label: { name: GO } }), policy: always },
    ],
    [
      'a label for an agent at work',
      'resume s-12 matched',
      { ...issues('labeled', unknown, { label: { name: 'triage' } }), sessions: [s12] },
    ],
    [
      'a push needs write access',
      'resume s-12 matched',
      { ...push('refs/heads/issue-12', { sender: monalisa }), sessions: [s12], policy: { events: ['push'] } },
    ],
  ]);
});

describe('whose link counts', () => {
  const stranger = { user: monalisa, author_association: 'NONE', body: 'Closes #12' };
  const fromFork = { head: head('patch-1', FORK) };
  const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
  table([
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

describe('who owns an event', () => {
  const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
  const beside = session('octo-org/octo-repo#44', { id: 's-44', endpointOf: 'octo-org/octo-repo#12' });
  const closes = (text: string) => ({ body: text });
  table([
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
      'a close that waits in a lane',
      'ignore session-closing',
      { ...issues('edited'), known: { closingItems: new Set(['github:octo-org/octo-repo#12']) }, policy: always },
    ],
    [
      'a closing session beside an open one',
      'resume s-44 matched',
      { ...pulls('edited', closes('Closes #12')), sessions: [{ ...s12, status: 'closing' }, s44] },
    ],
  ]);
});

describe('a contribution in another repository', () => {
  const there = { repository: LIB };
  const work = { number: 9, body: 'Fixes octo-org/octo-app#5', head: head('widget-support', LIB), base: { repo: LIB } };
  const opened = (over: Part = {}) => pulls('opened', { ...work, ...over }, there);
  const lib9 = session('octo-org/octo-lib#9', { id: 's-lib-9', endpointOf: 'octo-org/octo-app#5' });
  const recorded = session('octo-org/octo-app#5', { id: 's-app-5', pullRequests: ['octo-org/octo-lib#9'] });
  const room = { workspaceRoot: '/srv/workspaces' };
  table([
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
  table([
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
  table([
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
  table([
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

describe('weak evidence', () => {
  const fromBranch = { head: head('issue-12-x') };
  const known = { knownItems: new Set(['github:octo-org/octo-repo#12']) };
  table([
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

describe('CI of forks', () => {
  const ofFork = { head_branch: 'issue-12', head_repository: FORK };
  const heads = [{ ref: s44.workItem, headRepositoryId: FORK.id, baseRepositoryId: HERE.id }];
  const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
  table([
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

describe('CI noise', () => {
  const attached = { pull_requests: [attachedPullRequest(44)] };
  const failures: Partial<RoutingPolicy> = { ci: 'failures' };
  const completed: Partial<RoutingPolicy> = { ci: 'completed' };
  const state = (of: string) => ({
    event: 'status',
    payload: delivery(null, { sha: SHA, state: of, context: 'ci', branches: [{ name: 'issue-12' }] }),
    sessions: [s12],
  });
  const reported = {
    suite: { attempt: 1, reportedBy: 'd-0', endedAt: null, endedBy: [], formerEndedAt: null, failed: {} },
  };
  table([
    ...['failure', 'timed_out', 'action_required', 'startup_failure'].map((conclusion): Row => [
      conclusion,
      'resume s-44 matched',
      { ...ran({ ...attached, conclusion }), sessions: [s44], policy: failures },
    ]),
    ...['success', 'neutral', 'cancelled', 'skipped', 'stale', null].map((conclusion): Row => [
      String(conclusion),
      'ignore ci-not-failed',
      { ...ran({ ...attached, conclusion }), sessions: [s44], policy: failures },
    ]),
    [
      'a run that is only requested',
      'ignore ci-not-failed',
      { ...ran(attached, 'requested'), sessions: [s44], policy: failures },
    ],
    [
      'a failed check that is asked for again',
      'ignore ci-not-failed',
      {
        event: 'check_run',
        payload: delivery('rerequested', { check_run: checkRun(attached) }),
        sessions: [s44],
        policy: failures,
      },
    ],
    [
      'a button somebody pressed',
      'resume s-44 matched',
      {
        event: 'check_run',
        payload: delivery('requested_action', { check_run: checkRun({ ...attached, conclusion: 'success' }) }),
        sessions: [s44],
        policy: failures,
      },
    ],
    ['a status: failure', 'resume s-12 matched', { ...state('failure'), policy: failures }],
    ['a status: error', 'resume s-12 matched', { ...state('error'), policy: failures }],
    ['a status: pending', 'ignore ci-not-failed', { ...state('pending'), policy: failures }],
    ['a status: success', 'ignore ci-not-failed', { ...state('success'), policy: failures }],
    [
      'completed: success',
      'resume s-44 matched',
      { ...ran({ ...attached, conclusion: 'success' }), sessions: [s44], policy: completed },
    ],
    [
      'completed: in progress',
      'ignore ci-not-completed',
      { ...ran(attached, 'in_progress'), sessions: [s44], policy: completed },
    ],
    ['completed: pending', 'ignore ci-not-completed', { ...state('pending'), policy: completed }],
    ['all: in progress', 'resume s-44 matched', { ...ran(attached, 'in_progress'), sessions: [s44] }],
    [
      'the suite has been reported',
      'ignore suite-already-reported',
      { ...ran(attached), sessions: [s44], policy: failures, known: reported },
    ],
    [
      'reported by this very delivery, which comes again',
      'resume s-44 matched',
      {
        ...ran(attached),
        sessions: [s44],
        policy: failures,
        known: { suite: { ...reported.suite, reportedBy: 'd-1' } },
      },
    ],
    [
      'another attempt',
      'resume s-44 matched',
      { ...ran({ ...attached, run_attempt: 2 }), sessions: [s44], policy: failures, known: reported },
    ],
    [
      'a success of a reported suite',
      'resume s-44 matched',
      { ...ran({ ...attached, conclusion: 'success' }), sessions: [s44], policy: completed, known: reported },
    ],
    ['all: reported or not', 'resume s-44 matched', { ...ran(attached), sessions: [s44], known: reported }],
  ]);
});

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
  table([
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

describe('identity', () => {
  const here = { repositoryId: HERE.id };
  const renamed = session('octo-org/old-name#12', { id: 's-12', ...here, pullRequests: ['octo-org/old-name#44'] });
  const namesake = session('octo-org/octo-repo#12', {
    id: 's-12',
    repositoryId: 999,
    pullRequests: ['octo-org/octo-repo#44'],
  });
  table([
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

describe('what is learnt', () => {
  const link = (given: Given) => verdictOn(given).facts.links;
  const closes = { body: 'Closes #12' };

  test('a link found in a description is recorded on the session of the issue', () => {
    expect(link({ ...pulls('opened', closes), sessions: [s12] })).toMatchObject([
      { sessionId: 's-12', ref: { number: 44 }, source: 'closing-keyword' },
    ]);
    expect(link({ ...commentOn(issueOfPullRequest(closes)), sessions: [s12] })).toHaveLength(1);
    expect(link({ ...pulls('opened', { head: head('issue-12') }), sessions: [s12] })).toMatchObject([
      { source: 'head-branch' },
    ]);
  });

  test('also when the event itself wakes nobody', () => {
    const own = pulls('opened', { ...closes, user: hubot }, { sender: hubot });
    expect(link({ ...own, sessions: [s12], policy: { selfLogins: ['hubot'] } })).toHaveLength(1);
    expect(link({ ...pulls('opened', closes), sessions: [s12], policy: { quietActions: null } })).toHaveLength(1);
  });

  test('on one session, the first that has the item', () => {
    expect(link({ ...pulls('opened', { body: 'Closes #13, closes #12' }), sessions: [s12, s13] })).toMatchObject([
      { sessionId: 's-13' },
    ]);
  });

  test('a contribution elsewhere is recorded on its work item too', () => {
    const there = pulls(
      'opened',
      { number: 9, body: 'Fixes octo-org/octo-app#5', head: head('x', LIB) },
      { repository: LIB },
    );
    expect(link({ ...there, sessions: [app5] })).toMatchObject([{ sessionId: 's-app-5', ref: { repo: 'octo-lib' } }]);
  });

  test('not twice, not for strangers, not on closed sessions, not with the last event', () => {
    const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
    const stranger = { ...closes, author_association: 'NONE', head: head('x', FORK) };
    expect(link({ ...pulls('edited', closes), sessions: [bound] })).toEqual([]);
    expect(link({ ...pulls('edited', { body: 'Closes #13' }), sessions: [bound, s13] })).toEqual([]);
    expect(link({ ...reviewed(stranger), sessions: [s12] })).toEqual([]);
    expect(link({ ...pulls('opened', closes), sessions: [{ ...s12, status: 'closed' }] })).toEqual([]);
    expect(link({ ...pulls('closed', closes), sessions: [s12] })).toEqual([]);
    expect(link({ ...pulls('opened', closes), sessions: [s44] })).toEqual([]);
  });

  test('nothing from what is left at arrival', () => {
    const given = { ...pulls('opened', closes), sessions: [s12] };
    expect(link({ ...given, policy: { events: [] } })).toEqual([]);
    expect(link({ ...given, known: { processed: true } })).toEqual([]);
  });

  test('a recorded pull request that ends or is opened again changes its state', () => {
    const bound = session('octo-org/octo-repo#12', { id: 's-12', pullRequests: ['octo-org/octo-repo#44'] });
    const state = (given: Given) => verdictOn({ ...given, sessions: [bound] }).facts.linkStates.map(({ open }) => open);
    expect(state(pulls('closed', { state: 'closed' }))).toEqual([false]);
    expect(state(pulls('reopened'))).toEqual([true]);
    expect(state(pulls('edited'))).toEqual([]);
    expect(state(reviewed({ state: 'closed' }))).toEqual([]);
  });

  test('a link found after the pull request was closed keeps nothing open', () => {
    const { facts } = verdictOn({ ...reviewed({ ...closes, state: 'closed' }), sessions: [s12] });
    expect(facts).toMatchObject({ links: [{ sessionId: 's-12' }], linkStates: [{ open: false }] });
  });

  test('a transferred issue takes its session along, unless somebody works on it there', () => {
    const moved = issues('transferred', {}, { changes: { new_issue: { number: 7 }, new_repository: LIB } });
    const lib7 = session('octo-org/octo-lib#7', { id: 's-lib-7' });
    expect(verdictOn({ ...moved, sessions: [s12] }).facts.moves).toMatchObject([
      { sessionId: 's-12', to: { repo: 'octo-lib', number: 7 }, repositoryId: LIB.id },
    ]);
    expect(inWords(verdictOn({ ...moved, sessions: [s12] }))).toBe('resume s-12 matched');
    expect(verdictOn({ ...moved, sessions: [s12, lib7] }).facts.moves).toEqual([]);
  });
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
