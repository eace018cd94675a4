import {
  app5,
  commentOn,
  hubot,
  issues,
  pulls,
  reviewed,
  s12,
  s13,
  s44,
} from '../../../test/routing/decision-tables.js';
import { type Given, inWords, verdictOn } from '../../../test/routing/decisions.js';
import { session } from '../../../test/routing/in-memory.js';
import { FORK, head, issueOfPullRequest, LIB } from '../../../test/routing/payloads.js';

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
