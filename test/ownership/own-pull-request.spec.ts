import { PullRequestStore } from '../../src/sessions/pull-request.store.js';
import { SessionStates } from '../../src/sessions/session.states.js';
import { SessionStore } from '../../src/sessions/session.store.js';
import { parseWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { inWords, verdictOn } from '../routing/decisions.js';
import { session } from '../routing/in-memory.js';
import { comment, delivery, FORK, head, issue, issueOfPullRequest, labels, pullRequest } from '../routing/payloads.js';
import { CheckoutWorld } from '../support/checkout.world.js';

const GO = 'the-loop: auto-execute';
const ITEM = 'octo-org/octo-repo#12';
const OWN = 'octo-org/octo-repo#44';

const opened = (over = {}) => ['pull_request', delivery('opened', { pull_request: pullRequest(over) })] as const;
const talk = (body = 'Rename it, please.') =>
  ['issue_comment', delivery('created', { issue: issueOfPullRequest(), comment: comment({ body }) })] as const;
const closes = { body: 'Closes #12', head: head('issue-12-widget') };

/** The criteria of the rule that a work item's own pull request is worked by the work item's session. */
describe('a pull request in the repository of its work item', () => {
  describe('as it is decided', () => {
    const item = session(ITEM, { id: 's-12' });
    const recorded = session(ITEM, { id: 's-12', pullRequests: [OWN] });
    const endpoint = session(OWN, { id: 's-44', endpointOf: ITEM });
    const decided = ([event, payload]: readonly [string, unknown], ...sessions: (typeof item)[]) =>
      verdictOn({ event, payload, sessions, policy: { workspaceRoot: '/srv', spawnOnUnmatched: 'always' } });

    test('its events go to the session of the item, and no session is started', () => {
      expect(inWords(decided(opened(closes), item))).toBe('resume s-12 matched');
      const fork = { body: 'Closes #12', head: head('x', FORK) };
      expect(inWords(decided(opened(fork), item))).toBe('resume s-12 matched');
    });

    test('a session it has from before is no longer fed', () => {
      expect(inWords(decided(talk(), endpoint, item))).toBe('resume s-12 binding');
      expect(inWords(decided(talk(), endpoint, recorded))).toBe('resume s-12 binding');
      expect(inWords(decided(opened(closes), endpoint, item))).toBe('resume s-12 matched');
    });

    test('it is recorded on the item whatever happens', () => {
      const { facts } = decided(opened(closes), item);
      expect(facts.links).toEqual([
        { sessionId: 's-12', ref: parseWorkItemRef(`github:${OWN}`), source: 'closing-keyword' },
      ]);
    });

    test('the record alone is enough, when nothing else says so any more', () => {
      expect(inWords(decided(talk(), recorded))).toBe('resume s-12 binding');
      expect(inWords(decided(opened(), recorded))).toBe('resume s-12 binding');
    });
  });

  describe('from the delivery to the turn', () => {
    let world: CheckoutWorld;
    beforeEach(async () => {
      world = await CheckoutWorld.begin();
      world.git.remote('octo-org/octo-repo');
    });
    afterEach(() => world.end());

    const started = () => {
      const armed = issue({ labels: labels(GO) });
      return world.story.tell(['issues', delivery('labeled', { issue: armed, label: { name: GO } })]);
    };
    const places = () => world.story.turns.map(({ cwd }) => cwd);

    test('the item gets a checkout of its own, and its pull request is worked there', async () => {
      expect(await started()).toMatchObject({ answers: ['spawn label'], turns: 1 });
      expect(world.head('octo-repo#12')).toEqual({
        branch: 'the-loop/issue-12',
        commit: world.git.refs('octo-org/octo-repo').get('refs/heads/main'),
      });
      await world.story.tell(opened(closes));
      expect(await world.story.tell(talk())).toEqual({
        answers: ['resume binding'],
        turns: 1,
        sessions: ['#12 active (#44 open)'],
      });
      expect(places()).toEqual([world.at('octo-repo#12'), world.at('octo-repo#12')]);
      const { harnessSessionId } = await world.story.session(`github:${ITEM}`);
      expect(world.story.turns.map(({ kind, sessionId }) => [kind, sessionId])).toEqual([
        ['spawn', harnessSessionId],
        ['resume', harnessSessionId],
      ]);
    });

    test('a second owner from before stops being fed, and stays as it is', async () => {
      await started();
      await world.story.run((tx) => {
        const store = world.story.get(SessionStore);
        const wanted = { workItem: parseWorkItemRef(`github:${OWN}`), endpointOf: parseWorkItemRef(`github:${ITEM}`) };
        const cwd = world.at('octo-repo#12');
        const second = store.reserve(tx, { ...wanted, repositoryId: null, harness: 'claude', cwd });
        world.story.get(SessionStates).named(tx, second.id, 'second-owner');
      });
      expect(await world.story.tell(talk(), opened(closes), talk('And document it.'))).toEqual({
        answers: ['resume binding', 'ignore quiet-action', 'resume binding'],
        turns: 2,
        sessions: ['#12 active (#44 open)', '#44 active'],
      });
      expect(world.story.turns.some(({ sessionId }) => sessionId === 'second-owner')).toBe(false);
    });

    test('the record reaches the session when the keyword and the branch name are gone', async () => {
      await started();
      await world.story.run((tx) => {
        const { id } = tx.select<{ id: string }>('SELECT id FROM session')[0]!;
        world.story.get(PullRequestStore).link(tx, id, parseWorkItemRef(`github:${OWN}`), 'closing-keyword');
      });
      expect(await world.story.tell(talk())).toMatchObject({ answers: ['resume binding'], turns: 1 });
      expect(places().at(-1)).toBe(world.at('octo-repo#12'));
    });
  });
});
