import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppConfig } from '../../src/config/app-config.js';
import { DispatchService } from '../../src/dispatch/dispatch.service.js';
import { inWords, verdictOn } from '../routing/decisions.js';
import { session } from '../routing/in-memory.js';
import {
  comment,
  delivery,
  head,
  issue,
  issueOfPullRequest,
  LIB,
  type Part,
  pullRequest,
} from '../routing/payloads.js';
import { CheckoutWorld } from '../support/checkout.world.js';

const ITEM = 'github:octo-org/octo-repo#12';
const THERE = { repository: LIB };
const FORK_OF_LIB = { id: 7, name: 'octo-lib', full_name: 'monalisa/octo-lib', owner: { login: 'monalisa' } };
const work = { number: 9, body: 'Fixes octo-org/octo-repo#12', base: { ref: 'main', repo: LIB } };
const from = (ref: string, repo: Part = LIB, sha?: string) => ({ head: { ...head(ref, repo), ...(sha && { sha }) } });

const opened = (over: Part = {}) =>
  ['pull_request', delivery('opened', { pull_request: pullRequest({ ...work, ...over }) }, THERE)] as const;
const talk = (body = 'Rename it, please.') => {
  const about = issueOfPullRequest({ number: 9, body: work.body });
  return ['issue_comment', delivery('created', { issue: about, comment: comment({ body }) }, THERE)] as const;
};
const onItem = (body: string) =>
  ['issue_comment', delivery('created', { issue: issue(), comment: comment({ body }) })] as const;

/** The criteria of the rule that a session is given only when there is a checkout to give it. */
describe('a pull request in another repository', () => {
  describe('as it is decided', () => {
    const item = session('octo-org/octo-repo#12', { id: 's-12' });
    const decided = (policy = {}) => {
      const [event, payload] = opened(from('widget-support'));
      return verdictOn({ event, payload, sessions: [item], policy });
    };

    test('with a place for checkouts it gets a session, in a checkout keyed on it and standing on its head', () => {
      const { decisions } = decided({ workspaceRoot: '/srv/workspaces' });
      expect(decisions).toMatchObject([
        {
          kind: 'spawn',
          workItem: { owner: 'octo-org', repo: 'octo-lib', number: 9 },
          endpointOf: { owner: 'octo-org', repo: 'octo-repo', number: 12 },
          checkout: { repository: 'octo-org/octo-lib', branch: 'widget-support' },
        },
      ]);
    });

    test('without one its events go to the session of the item, and the reason is told', () => {
      expect(inWords(decided())).toBe('resume s-12 (no-separate-checkout) pr-session-declined');
    });
  });

  describe('from the delivery to the turn', () => {
    let world: CheckoutWorld;
    const begin = async (configure?: (config: AppConfig) => void) => {
      world = await CheckoutWorld.begin(configure);
      world.git.remote('octo-org/octo-repo');
      world.git.remote('octo-org/octo-lib');
      await world.story.register(ITEM, 'conversation-12');
    };
    const pushed = (branch = 'widget-support') =>
      world.git.commit('octo-org/octo-lib', branch, { 'w.txt': '1' }, 'main');
    const declined = async () =>
      (await world.story.activity('session.pr_session_declined')).map(({ reason, error }) => [reason, error]);
    afterEach(() => world.end());

    test('it is worked in a checkout of its own, on its head, by a session of its own', async () => {
      await begin();
      const sha = pushed();
      expect(await world.story.tell(opened(from('widget-support', LIB, sha)))).toEqual({
        answers: ['spawn cross-repo-endpoint'],
        turns: 1,
        sessions: ['#12 active (octo-lib#9 open)', 'octo-lib#9 active'],
      });
      expect(world.head('octo-lib#9')).toEqual({ branch: 'widget-support', commit: sha });
      expect(await world.story.tell(talk(), onItem('And here.'))).toMatchObject({
        answers: ['resume endpoint', 'resume matched'],
        turns: 2,
      });
      const { cwd } = await world.story.session(ITEM);
      const [own, ...others] = world.story.turns.map((turn) => [turn.cwd, turn.kind]);
      expect(own).toEqual([world.at('octo-lib#9'), 'spawn']);
      expect(others).toEqual(expect.arrayContaining([[world.at('octo-lib#9'), 'resume'], [cwd, 'resume']])); // prettier-ignore
      expect(await declined()).toEqual([]);
    });

    test('without a place for checkouts it is told to the session of the item', async () => {
      await begin((config) => void (config.webhooks.ghWebhook.routing.workspace.root = ''));
      expect(await world.story.tell(talk())).toEqual({
        answers: ['resume pr-session-declined'],
        turns: 1,
        sessions: ['#12 active (octo-lib#9 open)'],
      });
      expect(world.story.turns.map(({ sessionId }) => sessionId)).toEqual(['conversation-12']);
      expect(await declined()).toEqual([['no-separate-checkout', null]]);
    });

    const hostile = () => [
      `--upload-pack=touch ${world.git.canary}`,
      `$(touch ${world.git.canary})`,
      '-x',
      'a/../../b',
    ];
    test('a checkout that cannot be made is told with git’s own words, and the event still arrives', async () => {
      await begin();
      const branches = ['never-pushed', ...hostile()];
      for (const [index, branch] of branches.entries()) {
        const told = await world.story.tell(opened({ ...from(branch), title: `Attempt ${index}` }));
        expect(told).toEqual({
          answers: ['spawn cross-repo-endpoint'],
          turns: 1,
          sessions: ['#12 active (octo-lib#9 open)', ...branches.slice(0, index + 1).map(() => 'octo-lib#9 closed')],
        });
        expect(world.story.turns.at(-1)).toMatchObject({ sessionId: 'conversation-12', kind: 'resume' });
        expect(world.story.prompts.at(-1)).toContain(`Attempt ${index}`);
      }
      expect((await declined()).map(([reason]) => reason)).toEqual(branches.map(() => 'workspace-failed'));
      for (const [index, [, error]] of (await declined()).entries()) {
        expect(JSON.parse(`"${error!.replaceAll('"', '\\"')}"`)).toContain(branches[index]);
      }
      expect((await world.story.rows()).map(({ state, reason }) => [state, reason])).toEqual(
        branches.map(() => ['succeeded', 'pr-session-declined']),
      );
      expect(world.git.canaryExists).toBe(false);
      expect(world.isThere('octo-lib#9')).toBe(false);
    });

    test('what arrives while the checkout is being made keeps its place among the events of the item', async () => {
      await begin();
      await world.story.get(DispatchService).pause(ITEM);
      const gate = world.closeGate();
      await world.story.post(opened({ ...from('never-pushed'), title: 'First' }));
      await gate.reached;
      await world.story.post(onItem('Second'));
      await world.story.post(talk('Third'));
      world.openGate();
      await world.story.until(async () => (await declined()).length === 2);
      expect((await world.story.rows()).map(({ state, outcome }) => [state, outcome])).toEqual(
        [1, 2, 3].map(() => ['held', 'paused']),
      );
      await world.story.get(DispatchService).resume(ITEM);
      await world.story.quiet();
      const order = world.story.prompts.map((prompt) => /First|Second|Third/.exec(prompt)?.[0]);
      expect(order).toEqual(['First', 'Second', 'Third']);
      expect(await world.story.sessions()).toEqual(['#12 active (octo-lib#9 open)', 'octo-lib#9 closed']);
    });

    test('sessionPerPr never keeps everything with the item', async () => {
      await begin((config) => void (config.webhooks.ghWebhook.routing.sessionPerPr = 'never'));
      expect(await world.story.tell(talk())).toMatchObject({ answers: ['resume pr-session-declined'], turns: 1 });
      expect(await declined()).toEqual([['mode-never', null]]);
    });

    test('a checkout that another session works in is nobody else’s', async () => {
      await begin();
      pushed();
      const inside = join(world.at('octo-lib#9'), 'deep');
      mkdirSync(inside, { recursive: true });
      await world.story.register('github:octo-org/octo-repo#77', 'conversation-77', inside);
      expect(await world.story.tell(opened(from('widget-support')))).toMatchObject({ turns: 1 });
      expect(await declined()).toEqual([['shared-worktree', expect.stringContaining('octo-repo#77')]]);
      expect(world.story.turns.at(-1)!.sessionId).toBe('conversation-12');
    });

    test('a harness that is missing gets no clone, and the item’s session has the event', async () => {
      await begin((config) => void (config.harnesses.codex.binary = 'no-such-harness'));
      await world.story.run((tx) => tx.execute(`UPDATE session SET harness = 'codex'`));
      await world.story.tell(opened(from('widget-support')));
      expect(await declined()).toEqual([['harness-unavailable', expect.stringContaining('no-such-harness')]]);
      expect(await world.story.rows()).toMatchObject([{ state: 'held', outcome: 'not-installed' }]);
      expect(await world.story.sessions()).toEqual(['#12 active (octo-lib#9 open)', 'octo-lib#9 closed']);
    });

    describe('from a fork', () => {
      const forked = () => {
        world.git.fork('octo-org/octo-lib', 'monalisa/octo-lib');
        const sha = world.git.commit('monalisa/octo-lib', 'tweak', { '.claude/settings.json': '{}' }, 'main');
        world.git.pullRequest('octo-org/octo-lib', 9, { repository: 'monalisa/octo-lib', branch: 'tweak' });
        return sha;
      };

      test('a stranger’s code is not checked out, also where only the checkout can find out whose it is', async () => {
        await begin();
        forked();
        expect(await world.story.tell(talk())).toMatchObject({ answers: ['spawn cross-repo-endpoint'], turns: 1 });
        expect(await declined()).toEqual([['fork-not-allowed', expect.stringContaining('allowForks')]]);
        expect(world.isThere('octo-lib#9')).toBe(false);
        expect(world.story.turns.at(-1)!.sessionId).toBe('conversation-12');
      });

      test('allowed, the harness is told not to honour what the tree brings along', async () => {
        await begin((config) => void (config.webhooks.ghWebhook.routing.workspace.allowForks = true));
        const sha = forked();
        // The work item's people say it is theirs: a stranger's own link does not count.
        const byMember = opened({ ...from('tweak', FORK_OF_LIB, sha), author_association: 'MEMBER' });
        expect(await world.story.tell(byMember)).toMatchObject({ turns: 1 });
        const [turn] = world.story.turns;
        expect(turn).toMatchObject({ cwd: world.at('octo-lib#9'), kind: 'spawn' });
        expect(turn!.argv.join(' ')).toContain('--setting-sources user');
        expect(turn!.env).toMatchObject({ GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: '/dev/null' });
        expect(readFileSync(join(world.at('octo-lib#9'), '.claude/settings.json'), 'utf8').trim()).toBe('{}');
      });
    });
  });
});
