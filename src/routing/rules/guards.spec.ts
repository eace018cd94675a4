import {
  always,
  armed,
  commentOn,
  decisionTable,
  GO,
  hubot,
  issues,
  labeled,
  monalisa,
  pulls,
  push,
  ran,
  reviewed,
  s12,
  s44,
  suite,
} from '../../../test/routing/decision-tables.js';
import {
  account,
  attachedPullRequest,
  FORK,
  head,
  HERE,
  issue,
  issueOfPullRequest,
} from '../../../test/routing/payloads.js';
import type { RoutingPolicy } from '../routing-policy.js';

describe('own activity and bots', () => {
  const marked = { body: 'Done.\n\n<!-- the-loop:agent-comment -->' };
  const self = { selfLogins: ['Hubot'] };
  const bot = account('octo-coverage[bot]', 'Bot');
  decisionTable([
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
  decisionTable([
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
  decisionTable([
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
