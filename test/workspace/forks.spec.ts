import { dirname, join } from 'node:path';
import { PullRequestStore } from '../../src/sessions/pull-request.store.js';
import { parseWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { GitWorld } from '../support/git.world.js';
import { WorkspaceRoom } from '../support/workspace.room.js';

const APP = 'octo-org/octo-app';
const PULL = `github:${APP}#9`;
const UNKNOWN = { branch: null, sha: null, fork: 'unknown' } as const;

describe('heads of forks', () => {
  let world: GitWorld;
  let room: WorkspaceRoom;
  let sha: string;
  beforeEach(async () => {
    world = new GitWorld();
    room = await WorkspaceRoom.open(world);
    world.remote(APP);
    world.fork(APP, 'stranger/octo-app');
    world.commit('stranger/octo-app', 'patch', { 'patch.txt': '1' }, 'main');
    sha = world.pullRequest(APP, 9, { repository: 'stranger/octo-app', branch: 'patch' });
  });
  afterEach(async () => {
    await room.end();
    world.close();
  });
  const head = () => ({ branch: 'patch', sha, fork: { owner: 'stranger', repo: 'octo-app' } });

  test('a stranger’s fork is not checked out', async () => {
    const refusal = await room.refusal(await room.session(PULL), head());
    expect(refusal).toMatchObject({ reason: 'fork-not-allowed', code: 'fork-not-allowed' });
    expect(refusal.detail).toContain('a fork of stranger');
  });

  test('allowForks lets it in as a foreign tree, on a branch of ours', async () => {
    room.settings.allowForks = true;
    const session = await room.session(PULL);
    expect(await room.checkout(session, head())).toMatchObject({
      branch: 'the-loop/pr-9',
      head: sha,
      foreignTree: true,
    });
    const question = { sessionId: session.id, workItem: parseWorkItemRef(PULL), spawn: true };
    const { path } = (await room.service.of(session.id))!;
    expect(await room.guard.check({ ...question, directory: path })).toMatchObject({ ok: true, foreignTree: true });
  });

  test.each(['selfLogins', 'authorizedUsers'] as const)(
    'the fork of one of %s is theirs, not a stranger’s',
    async (list) => {
      room.config.webhooks.ghWebhook.routing[list] = ['Stranger'];
      expect(await room.checkout(await room.session(PULL), head())).toMatchObject({ head: sha, foreignTree: false });
    },
  );

  test('a plain push goes to the branch of the fork, and releasing forgets the fork', async () => {
    room.settings.allowForks = true;
    const session = await room.session(PULL);
    const { path } = await room.checkout(session, head());
    world.git(path, 'commit', '--quiet', '--allow-empty', '--message', 'More');
    world.git(path, 'push', '--quiet');
    const pushed = world.git(path, 'rev-parse', 'HEAD');
    expect(world.refs('stranger/octo-app').get('refs/heads/patch')).toBe(pushed);
    expect(await room.closeAndRelease(session)).toMatchObject({ tree: 'removed', branches: ['the-loop/pr-9'] });
    expect(world.git(join(dirname(path), 'repository.git'), 'remote')).toBe('origin');
  });

  test('a deleted fork belongs to nobody', async () => {
    room.config.webhooks.ghWebhook.routing.authorizedUsers = ['stranger'];
    const refusal = await room.refusal(await room.session(PULL), { ...head(), fork: { owner: null, repo: null } });
    expect(refusal.code).toBe('fork-not-allowed');
  });

  test('a head that the event does not name is a fork’s when no branch of the repository stands there', async () => {
    expect(await room.refusal(await room.session(PULL), UNKNOWN)).toMatchObject({ code: 'fork-not-allowed' });
    room.settings.allowForks = true;
    const session = await room.session('github:octo-org/octo-app#9').catch(() => undefined);
    expect(session).toBeUndefined(); // one open session per item
  });

  test('a branch of a fork that bears the name of ours is not taken for ours', async () => {
    world.commit(APP, 'patch', { 'own.txt': '1' }, 'main');
    const refusal = await room.refusal(await room.session(PULL), { ...UNKNOWN, branch: 'patch' });
    expect(refusal.code).toBe('fork-not-allowed');
  });

  test('a head that the event does not name is found among the branches', async () => {
    const own = world.commit(APP, 'topic', { 'topic.txt': '1' }, 'main');
    world.pullRequest(APP, 11, { repository: APP, branch: 'topic' });
    const session = await room.session(`github:${APP}#11`);
    expect(await room.checkout(session, UNKNOWN)).toMatchObject({ branch: 'topic', head: own, foreignTree: false });
  });

  test('what earlier deliveries told of the head is enough', async () => {
    const ref = parseWorkItemRef(PULL);
    const learnt = { ref, headSha: sha, headRef: 'patch', headRepositoryId: 2, baseRepositoryId: 1 };
    await room.database.transactions.run((tx) => new PullRequestStore().learnHead(tx, learnt));
    expect(await room.refusal(await room.session(PULL), UNKNOWN)).toMatchObject({ code: 'fork-not-allowed' });
  });
});
