import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { GitWorld } from '../support/git.world.js';
import { WorkspaceRoom } from '../support/workspace.room.js';

const APP = 'octo-org/octo-app';
const workItem = parseWorkItemRef(`github:${APP}#5`);

describe('the tree a turn runs in', () => {
  let world: GitWorld;
  let room: WorkspaceRoom;
  let directory: string;
  beforeEach(async () => {
    world = new GitWorld();
    room = await WorkspaceRoom.open(world);
    world.remote(APP);
    world.remote('octo-org/other');
    directory = join(world.folder, 'mine');
    world.git(world.folder, 'clone', '--quiet', `https://github.com/${APP}.git`, directory);
  });
  afterEach(async () => {
    await room.end();
    world.close();
  });
  const check = (where = directory, spawn = false) =>
    room.guard.check({ sessionId: 's', workItem, directory: where, spawn });
  const replace = (repository: string) => {
    rmSync(directory, { recursive: true });
    world.git(world.folder, 'clone', '--quiet', `https://github.com/${repository}.git`, directory);
  };

  test('the tree it was is fine, also with another remote beside', async () => {
    expect(await check()).toMatchObject({ ok: true, foreignTree: false });
    world.git(directory, 'remote', 'add', 'mine', 'git@github.com:octocat/octo-app.git');
    expect(await check()).toMatchObject({
      ok: true,
      facts: { repositories: ['octo-org/octo-app', 'octocat/octo-app'] },
    });
  });

  test('a directory that is gone is named', async () => {
    await check();
    rmSync(directory, { recursive: true });
    const verdict = await check();
    expect(verdict).toMatchObject({ ok: false, reason: 'directory-gone', ours: false });
    expect(JSON.stringify(verdict)).toContain(directory);
  });

  test('another repository in the same place is another tree', async () => {
    await check();
    replace('octo-org/other');
    expect(await check()).toMatchObject({ ok: false, reason: 'directory-gone' });
    replace(APP);
    expect(await check()).toMatchObject({ ok: true });
  });

  test('a tree that has become a part of another one is another tree', async () => {
    await check();
    rmSync(join(directory, '.git'), { recursive: true });
    expect(await check()).toMatchObject({ ok: false, reason: 'directory-gone' });
    world.git(world.folder, 'init', '--quiet');
    expect(await check()).toMatchObject({ ok: false, reason: 'directory-gone' });
  });

  test('a place of no tree stays as good as it was', async () => {
    const plain = join(world.folder, 'plain');
    mkdirSync(plain);
    expect(await check(plain)).toMatchObject({ ok: true, facts: { kind: 'no-tree' } });
    expect(await check(plain)).toMatchObject({ ok: true });
  });

  test('a session bound to another directory is recorded anew', async () => {
    await check();
    const other = join(world.folder, 'other');
    world.git(world.folder, 'clone', '--quiet', 'https://github.com/octo-org/other.git', other);
    expect(await check(other)).toMatchObject({ ok: true });
  });

  test('a spawn needs a tree with a remote of the repository', async () => {
    expect(await check(directory, true)).toMatchObject({ ok: true });
    const other = join(world.folder, 'other');
    world.git(world.folder, 'clone', '--quiet', 'https://github.com/octo-org/other.git', other);
    const verdict = await check(other, true);
    expect(verdict).toMatchObject({ ok: false, reason: 'wrong-repository' });
    expect(JSON.stringify(verdict)).toContain('its remotes are octo-org/other');
    const plain = join(world.folder, 'plain');
    mkdirSync(plain);
    expect(await check(plain, true)).toMatchObject({ ok: true, facts: { kind: 'no-tree' } });
    world.git(plain, 'init', '--quiet');
    expect(await check(plain, true)).toMatchObject({ ok: false, reason: 'wrong-repository' });
    world.git(plain, 'remote', 'add', 'origin', `https://git.example.com/${APP}.git`);
    expect(await check(plain, true)).toMatchObject({ ok: true });
  });

  test('a checkout of our own is known by its place, and can be brought back', async () => {
    const session = await room.session(`github:${APP}#5`);
    const { path } = await room.checkout(session);
    const question = { sessionId: session.id, workItem, directory: path, spawn: false };
    expect(await room.guard.check(question)).toMatchObject({ ok: true, facts: { branch: 'the-loop/issue-5' } });
    renameSync(path, join(world.folder, 'moved'));
    symlinkSync(join(world.folder, 'moved'), path);
    expect(await room.guard.check(question)).toMatchObject({ ok: false, reason: 'directory-gone', ours: true });
    rmSync(path);
    expect(await room.guard.check(question)).toMatchObject({ ok: false, reason: 'directory-gone', ours: true });
    await room.checkout(session);
    expect(await room.guard.check(question)).toMatchObject({ ok: true });
  });
});
