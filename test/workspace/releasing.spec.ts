import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DispatchEntity } from '../../src/database/entities/dispatch.entity.js';
import type { SessionEntity } from '../../src/database/entities/session.entity.js';
import { PullRequestStore } from '../../src/sessions/pull-request.store.js';
import { parseWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { GitWorld } from '../support/git.world.js';
import { WorkspaceRoom } from '../support/workspace.room.js';

const APP = 'octo-org/octo-app';
const ISSUE = `github:${APP}#5`;

describe.each(['worktree', 'clone'] as const)('releasing a checkout (%s)', (strategy) => {
  let world: GitWorld;
  let room: WorkspaceRoom;
  let session: SessionEntity;
  let path: string;
  beforeEach(async () => {
    world = new GitWorld();
    room = await WorkspaceRoom.open(world);
    room.settings.strategy = strategy;
    world.remote(APP, { 'README.md': 'hello\n', '.gitignore': 'build/\n' });
    session = await room.session(ISSUE);
    path = (await room.checkout(session)).path;
  });
  afterEach(async () => {
    await room.end();
    world.close();
  });
  const commit = (message = 'Work') => world.git(path, 'commit', '--quiet', '--allow-empty', '--message', message);
  const push = (branch = 'the-loop/issue-5') =>
    world.git(path, 'push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
  const sharedBranches = () =>
    world.git(join(dirname(path), 'repository.git'), 'for-each-ref', '--format=%(refname)', 'refs/heads/');

  test('clean and on the remote: it goes, and its branch with it', async () => {
    commit();
    push();
    const branches = strategy === 'worktree' ? ['the-loop/issue-5'] : [];
    expect(await room.closeAndRelease(session)).toEqual({ tree: 'removed', branches, stays: null });
    expect(readdirSync(dirname(path))).toEqual(strategy === 'worktree' ? ['repository.git'] : []);
    if (strategy === 'worktree') expect(sharedBranches()).toBe('');
    expect(await room.facts()).toContain('workspace.released removed');
    expect(await room.service.list()).toHaveLength(strategy === 'worktree' ? 1 : 0);
  });

  test('nothing was done in it: it goes, ignored files included', async () => {
    mkdirSync(join(path, 'build'));
    writeFileSync(join(path, 'build/out.js'), 'made');
    expect(await room.closeAndRelease(session)).toMatchObject({ tree: 'removed' });
  });

  test.each([
    ['a new file', () => writeFileSync(join(path, 'new.txt'), 'new')],
    ['a changed file', () => writeFileSync(join(path, 'README.md'), 'changed\n')],
    ['a staged file', () => (writeFileSync(join(path, 'new.txt'), 'new'), world.git(path, 'add', 'new.txt'))],
    ['a deleted file', () => rmSync(join(path, 'README.md'))],
    [
      'a change git was told not to see',
      () => (
        world.git(path, 'update-index', '--assume-unchanged', 'README.md'),
        writeFileSync(join(path, 'README.md'), 'hidden\n')
      ),
    ],
    [
      'a file skipped by the index and there',
      () => (
        world.git(path, 'update-index', '--skip-worktree', 'README.md'),
        writeFileSync(join(path, 'README.md'), 'hidden\n')
      ),
    ],
  ])('%s keeps it, whoever closed the item', async (_, change) => {
    change();
    const release = await room.closeAndRelease(session);
    expect(release).toMatchObject({ tree: 'stays', stays: { reason: 'uncommitted-changes' } });
    expect(existsSync(path)).toBe(true);
    expect(await room.facts()).toContain('workspace.kept uncommitted-changes');
    const [view] = await room.service.list();
    expect(view).toMatchObject({ path, state: 'ready', reason: 'uncommitted-changes', sessionStatus: 'closed' });
  });

  test('a user who hides untracked files from status loses none', async () => {
    world.git(path, 'config', 'status.showUntrackedFiles', 'no');
    writeFileSync(join(path, 'new.txt'), 'new');
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('uncommitted-changes');
  });

  test('commits that are on no remote keep it; the same checkout goes once they are pushed', async () => {
    commit();
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('unpushed-commits');
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('unpushed-commits');
    expect((await room.facts()).filter((fact) => fact.startsWith('workspace.kept'))).toHaveLength(1);
    push();
    expect((await room.service.prune(() => false)).releases).toMatchObject([{ tree: 'removed', path }]);
  });

  test('commits on a detached HEAD keep it', async () => {
    world.git(path, 'checkout', '--quiet', '--detach');
    commit();
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('unpushed-commits');
  });

  test('a head that deliveries showed of the linked pull request is on GitHub, also when its branch is gone here', async () => {
    commit();
    const headSha = world.git(path, 'rev-parse', 'HEAD');
    const ref = parseWorkItemRef(`github:${APP}#9`);
    const pullRequests = new PullRequestStore();
    await room.database.transactions.run((tx) => {
      pullRequests.link(tx, session.id, ref, 'closing-keyword');
      pullRequests.learnHead(tx, { ref, headSha, headRef: 'x', headRepositoryId: 1, baseRepositoryId: 1 });
    });
    expect(await room.closeAndRelease(session)).toMatchObject({ tree: 'removed' });
  });

  test('a merge that was begun keeps it', async () => {
    writeFileSync(join(world.git(path, 'rev-parse', '--absolute-git-dir'), 'MERGE_HEAD'), `${'a'.repeat(40)}\n`);
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('operation-in-progress');
  });

  test('another working tree made inside it keeps it', async () => {
    world.git(path, 'worktree', 'add', '--quiet', '--detach', join(path, 'build/agent'));
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('nested-trees');
    expect(existsSync(join(path, 'build/agent'))).toBe(true);
  });

  test('a filled submodule keeps it', async () => {
    world.remote('octo-org/octo-lib');
    const from = `https://github.com/octo-org/octo-lib.git`;
    world.git(path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', from, 'lib');
    world.git(path, 'commit', '--quiet', '--message', 'Add lib');
    push();
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('nested-trees');
  });

  test('a turn that may be running in it keeps it, whatever else is true', async () => {
    expect((await room.closeAndRelease(session, { live: true })).stays?.reason).toBe('live-run');
    const row = { id: 'd', sessionId: session.id, kind: 'resume', reason: 'matched', state: 'running' } as const;
    await room.database.transactions.run((tx) =>
      tx.insert(DispatchEntity, { ...row, createdAt: 0, executor: 'e', starts: 1, attempts: 1 }),
    );
    expect((await room.closeAndRelease(session, { discard: true })).stays?.reason).toBe('live-run');
  });

  test('keepCheckoutOnClose keeps it on a close, and not at the word of its owner', async () => {
    room.settings.keepCheckoutOnClose = true;
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('kept-by-configuration');
    const release = await room.service.release({ sessionId: session.id, live: false, because: 'owner' });
    expect(release.tree).toBe('removed');
  });

  test('the checkout of an open session is not released', async () => {
    const release = await room.service.release({ sessionId: session.id, live: false, because: 'owner' });
    expect(release.stays?.reason).toBe('session-open');
    expect((await room.service.prune(() => false)).releases).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });

  test('the word of its owner discards what is in it', async () => {
    writeFileSync(join(path, 'new.txt'), 'new');
    expect(await room.closeAndRelease(session, { discard: true })).toMatchObject({ tree: 'removed' });
    expect(existsSync(path)).toBe(false);
  });

  test('a directory swapped for a symbolic link is not followed', async () => {
    const elsewhere = join(world.folder, 'elsewhere');
    renameSync(path, elsewhere);
    symlinkSync(elsewhere, path);
    expect((await room.closeAndRelease(session, { discard: true })).stays?.reason).toBe('not-our-tree');
    expect(existsSync(join(elsewhere, 'README.md'))).toBe(true);
  });

  test('another repository put in its place is not removed', async () => {
    rmSync(path, { recursive: true });
    world.git(world.folder, 'clone', '--quiet', join(world.remotes, `${APP}.git`), path);
    if (strategy === 'clone') rmSync(join(path, '.git'), { recursive: true });
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('not-our-tree');
    expect(existsSync(path)).toBe(true);
  });

  test('a checkout that somebody removed is forgotten', async () => {
    rmSync(path, { recursive: true });
    expect((await room.closeAndRelease(session)).tree).toBe('gone');
    expect((await room.service.list()).filter(({ kind }) => kind === 'checkout')).toEqual([]);
    expect((await room.closeAndRelease(session)).tree).toBe('none');
  });

  test('what was released unmerged goes on where it stood; after a merge it begins anew', async () => {
    commit();
    push();
    const head = world.git(path, 'rev-parse', 'HEAD');
    await room.closeAndRelease(session, { merged: false });
    const again = await room.session(ISSUE);
    expect(await room.checkout(again)).toMatchObject({ path, branch: 'the-loop/issue-5', head });
    await room.closeAndRelease(again, { merged: true });
    const main = world.refs(APP).get('refs/heads/main');
    expect((await room.checkout(await room.session(ISSUE))).head).toBe(main);
  });

  test('the list shows sizes, and what nobody has on record', async () => {
    mkdirSync(join(dirname(path), '77'));
    writeFileSync(join(path, 'large.bin'), Buffer.alloc(200_000, 1));
    const list = await room.service.list();
    expect(list.find((view) => view.path === path)?.sizeBytes).toBeGreaterThan(200_000);
    expect(list.find((view) => view.path.endsWith('/77'))).toMatchObject({ kind: 'unknown', reason: 'not-recorded' });
  });
});

describe('releasing a clone', () => {
  let world: GitWorld;
  let room: WorkspaceRoom;
  beforeEach(async () => {
    world = new GitWorld();
    room = await WorkspaceRoom.open(world);
    room.settings.strategy = 'clone';
    world.remote(APP);
  });
  afterEach(async () => {
    await room.end();
    world.close();
  });

  test('other branches and stashes would go with it, so they keep it', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    world.git(path, 'checkout', '--quiet', '-b', 'side');
    world.git(path, 'commit', '--quiet', '--allow-empty', '--message', 'Side');
    world.git(path, 'checkout', '--quiet', 'the-loop/issue-5');
    const { stays } = await room.closeAndRelease(session);
    expect(stays).toMatchObject({ reason: 'unpushed-commits', detail: expect.stringContaining('side') });
    world.git(path, 'branch', '-D', 'side');
    writeFileSync(join(path, 'README.md'), 'changed\n');
    world.git(path, 'stash');
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('stashed-changes');
  });
});

describe('pruning', () => {
  let world: GitWorld;
  let room: WorkspaceRoom;
  beforeEach(async () => {
    world = new GitWorld();
    room = await WorkspaceRoom.open(world);
    world.remote(APP);
  });
  afterEach(async () => {
    await room.end();
    world.close();
  });

  test('removes what closed sessions left, cut-off work, and the clone that nobody shares any more', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    mkdirSync(`${path}.preparing-0123456789ab`);
    await room.close(session.id);
    const { releases, clones } = await room.service.prune(() => false);
    expect(releases).toMatchObject([{ sessionId: session.id, tree: 'removed' }]);
    expect(clones).toEqual([join(dirname(path), 'repository.git')]);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  test('a shared clone with a branch that is on no remote stays', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    world.git(path, 'checkout', '--quiet', '-b', 'side');
    world.git(path, 'commit', '--quiet', '--allow-empty', '--message', 'Side');
    world.git(path, 'checkout', '--quiet', 'the-loop/issue-5');
    await room.close(session.id);
    const { releases, clones } = await room.service.prune(() => false);
    expect([releases[0]?.tree, clones]).toEqual(['removed', []]);
  });

  test('a live run is not pruned away', async () => {
    const session = await room.session(ISSUE);
    const { path } = await room.checkout(session);
    await room.close(session.id);
    expect((await room.service.prune(() => true)).releases).toMatchObject([{ tree: 'stays' }]);
    expect(existsSync(path)).toBe(true);
  });
});
