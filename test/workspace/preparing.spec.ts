import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WorkspaceEntity } from '../../src/database/entities/workspace.entity.js';
import { GitWorld } from '../support/git.world.js';
import { WorkspaceRoom } from '../support/workspace.room.js';

const ISSUE = 'github:octo-org/octo-app#5';
const OWN = { fork: null, sha: null } as const;

describe.each(['worktree', 'clone'] as const)('preparing a checkout (%s)', (strategy) => {
  let world: GitWorld;
  let room: WorkspaceRoom;
  beforeEach(async () => {
    world = new GitWorld();
    room = await WorkspaceRoom.open(world);
    room.settings.strategy = strategy;
    world.remote('octo-org/octo-app');
  });
  afterEach(async () => {
    await room.end();
    expect(world.canaryExists).toBe(false);
    world.close();
  });
  const main = (repository = 'octo-org/octo-app') => world.refs(repository).get('refs/heads/main')!;

  test('an issue gets a branch of its own from the default branch of the remote', async () => {
    const { path, branch, head, foreignTree } = await room.checkout(await room.session(ISSUE));
    expect(path).toBe(join(world.folder, 'checkouts/github.com/octo-org/octo-app/5'));
    expect([branch, head, foreignTree]).toEqual(['the-loop/issue-5', main(), false]);
    expect(world.git(path, 'status', '--porcelain', '--branch')).toBe('## the-loop/issue-5');
    expect(world.git(path, 'rev-parse', 'HEAD')).toBe(main());
    expect(await room.facts()).toContain(`workspace.prepared ${strategy} on the-loop/issue-5`);
  });

  test('what the remote got since is in the next checkout', async () => {
    await room.checkout(await room.session(ISSUE));
    const commit = world.commit('octo-org/octo-app', 'main', { 'new.txt': 'new' });
    expect((await room.checkout(await room.session('github:octo-org/octo-app#6'))).head).toBe(commit);
  });

  test('a pull request gets its head branch at the commit the event told of, and a plain push goes there', async () => {
    const sha = world.commit('octo-org/octo-app', 'widget-support', { 'widget.ts': '1' }, 'main');
    const head = { branch: 'widget-support', sha, fork: null };
    const { path, branch, head: at } = await room.checkout(await room.session('github:octo-org/octo-app#9'), head);
    expect([branch, at]).toEqual(['widget-support', sha]);
    world.git(path, 'commit', '--quiet', '--allow-empty', '--message', 'More');
    world.git(path, 'push', '--quiet');
    const pushed = world.refs('octo-org/octo-app').get('refs/heads/widget-support');
    expect(pushed).toBe(world.git(path, 'rev-parse', 'HEAD'));
  });

  test('a head that has moved on since the event is taken where it is now', async () => {
    const sha = world.commit('octo-org/octo-app', 'widget-support', { 'widget.ts': '1' }, 'main');
    const later = world.commit('octo-org/octo-app', 'widget-support', { 'widget.ts': '2' });
    const session = await room.session('github:octo-org/octo-app#9');
    expect((await room.checkout(session, { branch: 'widget-support', sha, fork: null })).head).toBe(later);
  });

  test('a branch that stands elsewhere than the event says is refused, and nothing is left behind', async () => {
    world.commit('octo-org/octo-app', 'widget-support', { 'widget.ts': '1' }, 'main');
    const session = await room.session('github:octo-org/octo-app#9');
    const refusal = await room.refusal(session, { branch: 'widget-support', sha: 'a'.repeat(40), fork: null });
    expect(refusal).toMatchObject({ reason: 'workspace-failed', code: 'head-mismatch', passing: true });
    expect(refusal.detail).toContain('"widget-support"');
    const directory = join(world.folder, 'checkouts/github.com/octo-org/octo-app');
    expect(readdirSync(directory)).toEqual(strategy === 'worktree' ? ['repository.git'] : []);
    expect(await room.facts()).toContain('workspace.failed head-mismatch');
  });

  test('a branch that cannot be fetched yet is looked for again', async () => {
    const session = await room.session('github:octo-org/octo-app#9');
    expect(await room.refusal(session, { ...OWN, branch: 'not-there' })).toMatchObject({ code: 'no-such-branch' });
    world.commit('octo-org/octo-app', 'not-there', { a: 'b' }, 'main');
    expect((await room.checkout(session, { ...OWN, branch: 'not-there' })).branch).toBe('not-there');
  });

  test('asked again, it is the same checkout with the work that was begun in it', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    writeFileSync(join(path, 'begun.txt'), 'begun');
    world.git(path, 'commit', '--quiet', '--allow-empty', '--message', 'Begun');
    expect(await room.prepare(session)).toMatchObject({ prepared: true, reused: true, checkout: { path } });
    expect(existsSync(join(path, 'begun.txt'))).toBe(true);
  });

  test('ten sessions of one repository are prepared side by side', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
    const sessions = await Promise.all(numbers.map((number) => room.session(`github:octo-org/octo-app#${number}`)));
    const checkouts = await Promise.all(sessions.map((session) => room.checkout(session)));
    expect(new Set(checkouts.map(({ path }) => path)).size).toBe(10);
    for (const [index, { path }] of checkouts.entries()) {
      expect(world.git(path, 'symbolic-ref', 'HEAD')).toBe(`refs/heads/the-loop/issue-${numbers[index]}`);
    }
  });

  test('two spellings of one repository are one place, and a-b/c and a/b-c are two', async () => {
    for (const repository of ['a-b/c', 'a/b-c']) world.remote(repository);
    const paths = [];
    for (const item of ['github:a-b/c#1', 'github:a/b-c#1'])
      paths.push((await room.checkout(await room.session(item))).path);
    expect(new Set(paths).size).toBe(2);
    world.git(
      world.folder,
      'config',
      '--global',
      `url.file://${world.remotes}/a/b-c.git.insteadOf`,
      'https://github.com/A/B-C.git',
    );
    expect((await room.checkout(await room.session('github:A/B-C#2'))).path).toBe(join(dirname(paths[1]!), '2'));
  });

  test('a directory that differs in letter case only is refused', async () => {
    mkdirSync(join(world.folder, 'checkouts/github.com/Octo-Org'), { recursive: true });
    const refusal = await room.refusal(await room.session(ISSUE));
    expect(refusal).toMatchObject({ code: 'name-collision', passing: false });
    expect(refusal.detail).toContain('"Octo-Org"');
  });

  test('a symbolic link on the way is not followed', async () => {
    mkdirSync(join(world.folder, 'checkouts/github.com'), { recursive: true });
    mkdirSync(join(world.folder, 'elsewhere'));
    symlinkSync(join(world.folder, 'elsewhere'), join(world.folder, 'checkouts/github.com/octo-org'));
    expect(await room.refusal(await room.session(ISSUE))).toMatchObject({ code: 'unsafe-path' });
    expect(readdirSync(join(world.folder, 'elsewhere'))).toEqual([]);
  });

  test('a root that is itself a link of the user is used where it leads', async () => {
    mkdirSync(join(world.folder, 'real'));
    symlinkSync(join(world.folder, 'real'), join(world.folder, 'checkouts'));
    const { path } = await room.checkout(await room.session(ISSUE));
    expect(path).toBe(join(world.folder, 'real/github.com/octo-org/octo-app/5'));
  });

  test('a directory that another open session works in is refused, also through a link', async () => {
    const path = join(world.folder, 'checkouts/github.com/octo-org/octo-app/5');
    symlinkSync(world.folder, join(world.home, 'alias'));
    await room.session('github:octo-org/other#1', path.replace(world.folder, join(world.home, 'alias')));
    const refusal = await room.refusal(await room.session(ISSUE));
    expect(refusal).toMatchObject({ reason: 'shared-worktree', code: 'shared-worktree' });
    expect(refusal.detail).toContain('github:octo-org/other#1');
  });

  test('something unknown in the place is never touched', async () => {
    const path = join(world.folder, 'checkouts/github.com/octo-org/octo-app/5');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'mine.txt'), 'mine');
    expect(await room.refusal(await room.session(ISSUE))).toMatchObject({ code: 'occupied' });
    expect(readdirSync(path)).toEqual(['mine.txt']);
  });

  test('the same path comes back when somebody took the directory away', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    rmSync(path, { recursive: true });
    expect(await room.prepare(session)).toMatchObject({ prepared: true, reused: false, checkout: { path } });
  });

  test('what a closed session left behind goes over to the next session of the item, work included', async () => {
    const first = await room.session(ISSUE);
    const { path } = await room.checkout(first);
    writeFileSync(join(path, 'begun.txt'), 'begun');
    expect((await room.closeAndRelease(first)).tree).toBe('stays');
    const second = await room.session(ISSUE);
    expect(await room.prepare(second)).toMatchObject({ prepared: true, reused: true, checkout: { path } });
    expect(existsSync(join(path, 'begun.txt'))).toBe(true);
    expect(await room.service.of(first.id)).toBeUndefined();
    expect((await room.service.of(second.id))?.path).toBe(path);
  });

  test('a new root does not move a checkout that is there', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    room.settings.root = join(world.folder, 'other-root');
    expect(await room.prepare(session)).toMatchObject({ prepared: true, reused: true, checkout: { path } });
    expect((await room.checkout(await room.session('github:octo-org/octo-app#6'))).path).toContain('other-root');
  });

  test('a left-behind checkout of a pull request is brought to where the head is now', async () => {
    room.settings.keepCheckoutOnClose = true;
    const sha = world.commit('octo-org/octo-app', 'topic', { a: '1' }, 'main');
    const pull = 'github:octo-org/octo-app#9';
    const first = await room.session(pull);
    await room.checkout(first, { branch: 'topic', sha, fork: null });
    expect((await room.closeAndRelease(first)).tree).toBe('stays');
    const later = world.commit('octo-org/octo-app', 'topic', { a: '2' });
    const second = await room.session(pull);
    expect((await room.checkout(second, { branch: 'topic', sha: later, fork: null })).head).toBe(later);
    expect(await room.service.of(first.id)).toBeUndefined();
  });

  test('a checkout that a crash left between making and handing out is made anew', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    await room.database.transactions.run((tx) =>
      tx.update(WorkspaceEntity, { sessionId: session.id }, { state: 'preparing' }),
    );
    const commit = world.commit('octo-org/octo-app', 'main', { 'new.txt': 'new' });
    expect(await room.prepare(session)).toMatchObject({
      prepared: true,
      reused: false,
      checkout: { path, head: commit },
    });
  });

  test('a crash record that is older than the work in the tree deletes nothing', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    writeFileSync(join(path, 'begun.txt'), 'begun');
    await room.database.transactions.run((tx) =>
      tx.update(WorkspaceEntity, { sessionId: session.id }, { state: 'preparing' }),
    );
    expect(await room.prepare(session)).toMatchObject({ prepared: true, reused: true });
    expect(existsSync(join(path, 'begun.txt'))).toBe(true);
  });

  test('no root, no checkout', async () => {
    room.settings.root = '';
    expect(await room.refusal(await room.session(ISSUE))).toMatchObject({ reason: 'no-separate-checkout' });
  });

  test('a repository that is not there is named, and an empty one too', async () => {
    const missing = await room.refusal(await room.session('github:octo-org/nothing#1'));
    expect(missing).toMatchObject({ code: 'repository-not-found' });
    expect(missing.detail).toContain('https://github.com/octo-org/nothing.git');
    world.git(world.folder, 'init', '--quiet', '--bare', join(world.remotes, 'octo-org/empty.git'));
    expect(await room.refusal(await room.session('github:octo-org/empty#1'))).toMatchObject({
      code: 'empty-repository',
    });
  });

  test('progress is told', async () => {
    const told: string[] = [];
    const session = await room.session(ISSUE);
    await room.prepare(session, null, { onProgress: ({ phase, percent }) => told.push(`${phase} ${percent}`) });
    expect(told.some((line) => line.endsWith(' 100'))).toBe(true);
    expect((await room.facts()).some((fact) => /^workspace\.preparing .* \d+%$/.test(fact))).toBe(true);
  });
});

describe('worktrees of one shared clone', () => {
  let world: GitWorld;
  let room: WorkspaceRoom;
  beforeEach(async () => {
    world = new GitWorld();
    room = await WorkspaceRoom.open(world);
    world.remote('octo-org/octo-app');
  });
  afterEach(async () => {
    await room.end();
    world.close();
  });
  const repository = () => join(world.folder, 'checkouts/github.com/octo-org/octo-app/repository.git');

  test('a branch that another tree stands on is refused by the name of that tree', async () => {
    const { path } = await room.checkout(await room.session(ISSUE));
    world.git(path, 'push', '--quiet', 'origin', 'HEAD');
    const session = await room.session('github:octo-org/octo-app#9');
    const refusal = await room.refusal(session, { ...OWN, branch: 'the-loop/issue-5' });
    expect(refusal).toMatchObject({ code: 'branch-in-use' });
    expect(refusal.detail).toContain(path);
  });

  test('a local branch with commits of its own is not gone over', async () => {
    const { path } = await room.checkout(await room.session(ISSUE));
    world.commit('octo-org/octo-app', 'topic', { a: '1' }, 'main');
    world.git(path, 'checkout', '--quiet', '-b', 'topic');
    world.git(path, 'commit', '--quiet', '--allow-empty', '--message', 'Local only');
    world.git(path, 'checkout', '--quiet', 'the-loop/issue-5');
    const refusal = await room.refusal(await room.session('github:octo-org/octo-app#9'), { ...OWN, branch: 'topic' });
    expect(refusal).toMatchObject({ code: 'branch-has-own-commits' });
  });

  test('a local branch that differs in letter case only is refused', async () => {
    const { path } = await room.checkout(await room.session(ISSUE));
    world.git(path, 'branch', 'Topic');
    world.commit('octo-org/octo-app', 'topic', { a: '1' }, 'main');
    const refusal = await room.refusal(await room.session('github:octo-org/octo-app#9'), { ...OWN, branch: 'topic' });
    expect(refusal).toMatchObject({ code: 'name-collision' });
  });

  test('an entry that a crash left before the tree was in its place is cleared away', async () => {
    const session = await room.session(ISSUE);
    const { path, head } = await room.checkout(session);
    await room.closeAndRelease(session);
    const stray = `${path}.preparing-0123456789ab`;
    world.git(dirname(path), `--git-dir=${repository()}`, 'worktree', 'add', '-B', 'the-loop/issue-5', stray, head);
    rmSync(join(stray, '.git'));
    world.git(dirname(path), `--git-dir=${repository()}`, 'worktree', 'lock', stray);
    expect(await room.prepare(await room.session(ISSUE))).toMatchObject({ prepared: true });
    expect(readdirSync(dirname(path)).sort()).toEqual(['5', 'repository.git']);
    expect(readdirSync(join(repository(), 'worktrees'))).toHaveLength(1);
  });

  test('a tree that was moved to its place and not yet repaired is found again', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    const admin = join(repository(), 'worktrees', readdirSync(join(repository(), 'worktrees'))[0]!);
    writeFileSync(join(admin, 'gitdir'), `${path}.preparing-0123456789ab/.git\n`);
    writeFileSync(join(path, 'begun.txt'), 'begun');
    expect(await room.prepare(session)).toMatchObject({ prepared: true, reused: true });
    expect(world.git(path, 'status', '--porcelain')).toBe('?? begun.txt');
  });

  test('a deleted branch does not stand in the way of one below its name', async () => {
    world.commit('octo-org/octo-app', 'topic', { a: '1' }, 'main');
    await room.checkout(await room.session(ISSUE));
    world.git(join(world.remotes, 'octo-org/octo-app.git'), 'update-ref', '-d', 'refs/heads/topic');
    const sha = world.commit('octo-org/octo-app', 'topic/more', { a: '2' }, 'main');
    const session = await room.session('github:octo-org/octo-app#9');
    expect((await room.checkout(session, { ...OWN, branch: 'topic/more' })).head).toBe(sha);
  });

  test('a lock that another git holds for a moment is waited for', async () => {
    const { path } = await room.checkout(await room.session(ISSUE));
    world.commit('octo-org/octo-app', 'topic', { a: '1' }, 'main');
    const lock = join(repository(), 'config.lock');
    writeFileSync(lock, '');
    const waiting = room.prepare(await room.session('github:octo-org/octo-app#9'), { ...OWN, branch: 'topic' });
    setTimeout(() => renameSync(lock, join(world.folder, 'lock')), 700);
    expect(await waiting).toMatchObject({ prepared: true });
    expect(existsSync(path)).toBe(true);
  });

  test('other repositories do not wait for a long one', async () => {
    world.remote('octo-org/other');
    const order: string[] = [];
    const slow = [5, 6, 7].map(async (number) =>
      room.checkout(await room.session(`github:octo-org/octo-app#${number}`)),
    );
    const other = room.session('github:octo-org/other#1').then((session) => room.checkout(session));
    await Promise.all([
      ...slow.map((each) => each.then(() => order.push('app'))),
      other.then(() => order.push('other')),
    ]);
    expect(order.at(-1)).toBe('app');
  });
});
