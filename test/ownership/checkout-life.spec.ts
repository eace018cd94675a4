import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AppConfig } from '../../src/config/app-config.js';
import { DispatchService } from '../../src/dispatch/dispatch.service.js';
import {
  account,
  comment,
  delivery,
  head,
  issue,
  issueOfPullRequest,
  labels,
  pullRequest,
} from '../routing/payloads.js';
import { CheckoutWorld } from '../support/checkout.world.js';
import type { Told } from '../support/story.world.js';

const GO = 'the-loop: auto-execute';
const REPOSITORY = 'octo-org/octo-repo';
const ITEM = `github:${REPOSITORY}#12`;
const HERE = 'octo-repo#12';

const armed = (number = 12): Told => {
  const labeled = issue({ number, labels: labels(GO) });
  return ['issues', delivery('labeled', { issue: labeled, label: { name: GO } })];
};
/** GitHub sends no two events with the same content. */
let day = 2;
const later = (): string => `2026-03-${String((day += 1)).padStart(2, '0')}T10:00:00Z`;

const closed = (sender = 'octocat'): Told => {
  return [
    'issues',
    delivery('closed', { issue: issue({ state: 'closed', updated_at: later() }) }, { sender: account(sender) }),
  ];
};
const reopened = (): Told => ['issues', delivery('reopened', { issue: issue() })];
const talk = (body: string, number = 12): Told => {
  return ['issue_comment', delivery('created', { issue: issue({ number }), comment: comment({ body }) })];
};

describe('the checkout of a session', () => {
  let world: CheckoutWorld;
  const begin = async (configure?: (config: AppConfig) => void) => {
    world = await CheckoutWorld.begin(configure);
    world.git.remote(REPOSITORY);
  };
  afterEach(() => world.end());
  const told = async (name: 'workspace.kept' | 'workspace.released' | 'workspace.failed') =>
    (await world.story.activity(name)).map(({ reason }) => reason);
  const [rows, service] = [() => world.story.rows(), () => world.story.get(DispatchService)];

  describe('when its item is closed', () => {
    test('goes when nothing is lost with it, and comes back in the same place for the same conversation', async () => {
      await begin();
      await world.story.tell(armed());
      expect(await world.story.tell(closed())).toMatchObject({ sessions: ['#12 closed'] });
      expect(world.isThere(HERE)).toBe(false);
      expect(await told('workspace.released')).toEqual(['removed']);
      expect(await world.story.tell(reopened())).toMatchObject({ turns: 1, sessions: ['#12 active'] });
      const [first, second] = world.story.turns;
      expect([second!.cwd, second!.kind, second!.sessionId]).toEqual([first!.cwd, 'resume', first!.sessionId]);
    });

    test('stays with what nobody has committed, also when a stranger closes the item', async () => {
      await begin();
      await world.story.tell(armed());
      writeFileSync(join(world.at(HERE), 'draft.txt'), 'hours of work\n');
      expect(await world.story.tell(closed('passer-by'))).toMatchObject({ sessions: ['#12 closed'] });
      expect(existsSync(join(world.at(HERE), 'draft.txt'))).toBe(true);
      expect(await told('workspace.kept')).toEqual(['uncommitted-changes']);
      await world.story.tell(reopened());
      expect(world.story.turns.at(-1)!.cwd).toBe(world.at(HERE));
      rmSync(join(world.at(HERE), 'draft.txt'));
      await world.story.tell(closed());
      expect(world.isThere(HERE)).toBe(false);
    });

    test('stays with commits that are on no remote, and goes once they are pushed', async () => {
      await begin();
      await world.story.tell(armed());
      const git = (...words: string[]) => world.git.git(world.at(HERE), ...words);
      writeFileSync(join(world.at(HERE), 'w.txt'), '1\n');
      git('add', 'w.txt');
      git('commit', '--quiet', '--message', 'Add a widget');
      await world.story.tell(closed());
      expect(await told('workspace.kept')).toEqual(['unpushed-commits']);
      await world.story.tell(reopened());
      git('push', '--quiet', 'origin', 'HEAD:refs/heads/issue-12-widget');
      await world.story.tell(closed());
      expect(world.isThere(HERE)).toBe(false);
      expect([...world.git.refs(REPOSITORY).keys()]).toContain('refs/heads/issue-12-widget');
    });

    test('stays when the configuration says so', async () => {
      await begin((config) => void (config.webhooks.ghWebhook.routing.workspace.keepCheckoutOnClose = true));
      await world.story.tell(armed());
      await world.story.tell(closed());
      expect(world.isThere(HERE)).toBe(true);
      expect(await told('workspace.kept')).toEqual(['kept-by-configuration']);
    });

    test('is let go before the session counts as closed by its owner, too', async () => {
      await begin();
      await world.story.tell(armed());
      expect(await service().closeSession(ITEM)).toMatchObject({ status: 'closed' });
      expect(world.isThere(HERE)).toBe(false);
      expect((await rows()).map(({ kind, state }) => [kind, state])).toEqual([
        ['spawn', 'succeeded'],
        ['close', 'succeeded'],
      ]);
    });

    test('is given up half-way when its owner closes the session', async () => {
      await begin();
      const gate = world.closeGate();
      await world.story.post(armed());
      await gate.reached;
      expect(await service().closeSession(ITEM)).toMatchObject({ status: 'closed' });
      world.openGate();
      await world.story.quiet();
      expect(world.isThere(HERE)).toBe(false);
      expect(world.story.turns).toEqual([]);
    });

    test('is removed when its close arrives while it is still being made', async () => {
      await begin();
      const gate = world.closeGate();
      await world.story.post(armed());
      await gate.reached;
      await world.story.post(closed());
      world.openGate();
      await world.story.quiet();
      expect(await world.story.sessions()).toEqual(['#12 closed']);
      expect(world.story.turns).toHaveLength(1);
      expect(world.isThere(HERE)).toBe(false);
    });
  });

  describe('while it is being made', () => {
    test('other sessions have their turns, and the one slot there is', async () => {
      await begin((config) => void (config.webhooks.ghWebhook.routing.maxConcurrentDispatches = 1));
      await world.story.register(`github:${REPOSITORY}#77`, 'conversation-77');
      const gate = world.closeGate();
      await world.story.post(armed());
      await gate.reached;
      await world.story.post(talk('Meanwhile.', 77));
      await world.story.until(async () => (await rows()).some(({ state }) => state === 'succeeded'));
      expect((await rows()).map(({ state }) => state)).toEqual(['queued', 'succeeded']);
      world.openGate();
      await world.story.quiet();
      expect(world.story.turns.map(({ cwd }) => cwd).at(-1)).toBe(world.at(HERE));
    });

    test('events of its item wait behind it, in order', async () => {
      await begin();
      const gate = world.closeGate();
      await world.story.post(armed());
      await gate.reached;
      for (const body of ['First', 'Second']) await world.story.post(talk(body));
      world.openGate();
      await world.story.quiet();
      expect(world.story.prompts.map((prompt) => /First|Second/.exec(prompt)?.[0])).toEqual([undefined, 'First', 'Second']); // prettier-ignore
    });

    test('a server that stops leaves the row as it was, and the next one makes it', async () => {
      await begin();
      const gate = world.closeGate();
      await world.story.post(armed());
      await gate.reached;
      await world.story.restart();
      world.openGate();
      await world.story.quiet();
      expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([['succeeded', 1]]);
      expect(world.story.turns.map(({ cwd }) => cwd)).toEqual([world.at(HERE)]);
    });
  });

  test('that is missing before a later turn is made again', async () => {
    await begin();
    await world.story.tell(armed());
    rmSync(world.at(HERE), { recursive: true });
    expect(await world.story.tell(talk('Where is it?'))).toMatchObject({ turns: 1 });
    expect(world.head(HERE).branch).toBe('the-loop/issue-12');
  });

  test('that cannot be made holds the event for its owner, with a sentence, until the cause is gone', async () => {
    world = await CheckoutWorld.begin();
    expect(await world.story.tell(armed())).toMatchObject({ answers: ['spawn label'], turns: 0 });
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'held', outcome: 'workspace-failed', attempts: 0 });
    expect(row!.detail).toContain('octo-org/octo-repo');
    world.git.remote(REPOSITORY);
    await service().release(ITEM);
    await world.story.quiet();
    expect((await rows()).map(({ state }) => state)).toEqual(['succeeded']);
  });

  test('of a pull request that is an item itself stands on its head', async () => {
    await begin();
    const sha = world.git.commit(REPOSITORY, 'widget-tweak', { 'w.txt': '1' }, 'main');
    const own = pullRequest({ labels: labels(GO), head: { ...head(), sha } });
    await world.story.tell(['pull_request', delivery('labeled', { pull_request: own, label: { name: GO } })]);
    expect(world.head('octo-repo#44')).toEqual({ branch: 'widget-tweak', commit: sha });
    await world.story.tell(closed());
    rmSync(world.at('octo-repo#44'), { recursive: true });
    const body = 'From a comment nobody can tell the head.';
    const about = issueOfPullRequest({ labels: labels(GO) });
    await world.story.tell(['issue_comment', delivery('created', { issue: about, comment: comment({ body }) })]);
    expect(world.head('octo-repo#44')).toEqual({ branch: 'widget-tweak', commit: sha });
  });

  test('is not what a session is moved to that was registered elsewhere', async () => {
    await begin();
    await world.story.tell(armed());
    const mine = join(world.git.folder, 'mine');
    mkdirSync(mine);
    const registration = { workItem: ITEM, harness: 'claude', harnessSessionId: 'my-own', cwd: mine };
    await service().registerSession({ ...registration, force: true });
    await world.story.tell(talk('Here?'));
    expect(world.story.turns.at(-1)).toMatchObject({ cwd: mine, sessionId: 'my-own' });
  });

  test('without a root there is none, and the tree of another repository is refused', async () => {
    const tree = join(realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-tree-'))), 'tree');
    await begin((config) => {
      const { routing } = config.webhooks.ghWebhook;
      routing.workspace.root = '';
      routing.spawnWorkdir = { [REPOSITORY]: tree };
    });
    world.git.remote('octo-org/other');
    world.git.git(world.git.folder, 'clone', '--quiet', 'https://github.com/octo-org/other.git', tree);
    await world.story.tell(armed());
    expect(await rows()).toMatchObject([{ state: 'held', outcome: 'wrong-repository', heldUntil: null }]);
    world.git.git(tree, 'remote', 'add', 'upstream', `https://github.com/${REPOSITORY}.git`);
    await service().release(ITEM);
    await world.story.quiet();
    expect((await rows()).map(({ state }) => state)).toEqual(['succeeded']);
    rmSync(dirname(tree), { recursive: true });
  });
});
