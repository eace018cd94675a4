import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryDatabase } from '../../test/support/temporary-database.js';
import { AppConfig } from '../config/app-config.js';
import { PullRequestStore } from './pull-request.store.js';
import { RepositoryIdentity } from './repository.identity.js';
import { SessionPlaces } from './session.places.js';
import { type Registration, SessionRegistry } from './session.registry.js';
import { SessionStates } from './session.states.js';
import { SessionStore } from './session.store.js';
import { parseWorkItemRef } from './work-item-ref.js';

describe('the sessions', () => {
  let database: TemporaryDatabase;
  let registry: SessionRegistry;
  let wanted: Registration;
  let config: AppConfig;
  const store = new SessionStore();
  const states = new SessionStates();
  const pullRequests = new PullRequestStore();
  const path = process.env.PATH;

  beforeEach(async () => {
    database = await TemporaryDatabase.open();
    const bin = join(database.folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'claude'), '#!/bin/sh\n');
    chmodSync(join(bin, 'claude'), 0o755);
    process.env.PATH = `${bin}:${path}`;
    config = new AppConfig();
    const places = new SessionPlaces(database.transactions, config);
    registry = new SessionRegistry(database.transactions, store, states, places, config);
    wanted = { workItem: 'github:Octo/Repo#15', harness: 'claude', harnessSessionId: 'id-1', cwd: database.folder };
  });
  afterEach(async () => {
    process.env.PATH = path;
    await database.close();
  });

  const owning = (ref: string, repository: Parameters<SessionStore['owning']>[2] = null) =>
    database.transactions.run((tx) => store.owning(tx, [parseWorkItemRef(ref)], repository));

  test('a registered session is active, owns its item whatever the case, and is told', async () => {
    const session = await registry.register(wanted);
    expect(session).toMatchObject({ status: 'active', harnessSessionId: 'id-1', workItem: 'github:Octo/Repo#15' });
    expect(await owning('github:octo/REPO#15')).toMatchObject([{ id: session.id, status: 'active' }]);
    expect(await database.read.query('SELECT name, sessionId FROM activity')).toEqual([
      { name: 'session.registered', sessionId: session.id },
    ]);
  });

  test('a second registration of an open item is refused and names the holder', async () => {
    const { id } = await registry.register(wanted);
    await expect(registry.register({ ...wanted, harnessSessionId: 'id-2' })).rejects.toMatchObject({
      code: 'session-already-active',
      message: expect.stringContaining(id),
    });
  });

  test('a directory that another item works in is allowed, and told with a warning', async () => {
    await registry.register(wanted);
    const link = join(database.folder, 'link');
    symlinkSync(database.folder, link);
    const other = await registry.register({ ...wanted, workItem: 'github:octo/repo#16', cwd: link });
    expect(await database.read.query('SELECT level, reason, error FROM activity ORDER BY seq')).toEqual([
      { level: 'info', reason: null, error: null },
      { level: 'warn', reason: 'shared-directory', error: expect.stringContaining('github:Octo/Repo#15') },
    ]);
    expect(other.status).toBe('active');
  });

  test.each(['the tree itself', 'a directory in it', 'the tree behind a link'])(
    'a checkout of our own has one owner: %s is refused, and names the holder',
    async (what) => {
      const root = join(database.folder, 'checkouts');
      const tree = join(root, 'github.com', 'octo', 'repo', '15');
      mkdirSync(join(tree, 'deep'), { recursive: true });
      symlinkSync(tree, join(database.folder, 'link'));
      config.webhooks.ghWebhook.routing.workspace.root = root;
      const { id } = await registry.register({ ...wanted, cwd: tree });
      const places = { 'the tree itself': tree, 'a directory in it': join(tree, 'deep') } as Record<string, string>;
      const cwd = places[what] ?? join(database.folder, 'link');
      const other = { ...wanted, workItem: 'github:octo/repo#16', cwd };
      for (const attempt of [other, { ...other, check: false }]) {
        await expect(registry.register(attempt)).rejects.toMatchObject({
          code: 'directory-taken',
          message: expect.stringMatching(new RegExp(`${id}.*github:Octo/Repo#15`)),
        });
      }
      await expect(registry.check(other)).rejects.toMatchObject({ code: 'directory-taken' });
      await database.transactions.run((tx) => states.closed(tx, id, 'owner'));
      expect(await registry.register(other)).toMatchObject({ status: 'active' });
    },
  );

  test('force re-binds the same record: new id, harness and directory, the old id kept', async () => {
    const { id } = await registry.register(wanted);
    const rebound = await registry.register({ ...wanted, harnessSessionId: 'id-2', force: true });
    expect(rebound).toMatchObject({
      id,
      harnessSessionId: 'id-2',
      formerHarnessSessionIds: ['id-1'],
      status: 'active',
    });
  });

  test('an item registered again after its close takes up the closed record', async () => {
    const { id } = await registry.register(wanted);
    await database.transactions.run((tx) => states.closed(tx, id, 'owner'));
    expect(await registry.register({ ...wanted, harnessSessionId: 'id-2' })).toMatchObject({
      id,
      status: 'active',
      closedAt: null,
    });
  });

  test('a stale session is taken up by a plain registration', async () => {
    const { id } = await registry.register(wanted);
    await database.transactions.run((tx) => states.stale(tx, id, 'session-gone'));
    expect(await registry.register({ ...wanted, harnessSessionId: 'id-2' })).toMatchObject({ id, status: 'active' });
  });

  test.each([
    [{ cwd: '/nowhere/at/all' }, 'directory-gone', '"/nowhere/at/all" does not exist'],
    [{ cwd: 'relative' }, 'directory-gone', 'not an absolute path'],
    [{ harness: 'cursor' }, 'not-installed', '"cursor-agent" on PATH'],
    [{ harness: 'constructor' }, 'unknown-harness', 'known are'],
    [{ harnessSessionId: '-x' }, 'bad-session-id', '"-x"'],
    [{ harnessSessionId: '' }, 'bad-session-id', '""'],
    [{ workItem: 'jira:X-1' }, 'invalid-work-item', 'reserved'],
  ])('%j is refused as %s and changes nothing', async (change, code, words) => {
    const attempt = registry.register({ ...wanted, ...change, force: true });
    await expect(attempt).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    expect(await database.read.query('SELECT 1 FROM session')).toEqual([]);
  });

  test('without the check a missing binary and a missing directory are allowed', async () => {
    await registry.register({ ...wanted, harness: 'cursor', cwd: '/nowhere/at/all', check: false });
  });

  test('a recorded pull request belongs to the session, also after a close and a reopening', async () => {
    const { id } = await registry.register(wanted);
    const pull = parseWorkItemRef('github:octo/repo#16');
    await database.transactions.run((tx) => pullRequests.link(tx, id, pull, 'owner'));
    expect(await owning('github:octo/repo#16')).toMatchObject([{ id, links: [{ ref: pull, open: true }] }]);
    await database.transactions.run((tx) => states.closed(tx, id, 'owner'));
    await database.transactions.run((tx) => states.reopen(tx, id));
    expect(await owning('github:octo/repo#16')).toMatchObject([{ id, status: 'active' }]);
  });

  test('a pull request recorded on one open session is not recorded on another', async () => {
    const first = await registry.register(wanted);
    const second = await registry.register({ ...wanted, workItem: 'github:octo/repo#17' });
    const pull = parseWorkItemRef('github:octo/repo#16');
    const link = (id: string) => database.transactions.run((tx) => pullRequests.link(tx, id, pull, 'closing-keyword'));
    expect([await link(first.id), await link(first.id), await link(second.id)]).toEqual([true, false, false]);
  });

  test('of several closed sessions of one item the one closed last is shown', async () => {
    const ref = parseWorkItemRef(wanted.workItem);
    const reserve = () =>
      database.transactions.run((tx) => {
        const { id } = store.reserve(tx, { workItem: ref, repositoryId: null, harness: 'claude', cwd: '/' });
        states.closed(tx, id, 'test');
        tx.execute('UPDATE session SET closedAt = (SELECT count(*) FROM session) WHERE id = ?', id);
        return id;
      });
    await reserve();
    const last = await reserve();
    expect(await owning(wanted.workItem)).toMatchObject([{ id: last, status: 'closed' }]);
  });

  test('a renamed repository keeps its sessions and their pull requests under the new name', async () => {
    const { id } = await registry.register(wanted);
    const identity = new RepositoryIdentity();
    await database.transactions.run((tx) => {
      pullRequests.link(tx, id, parseWorkItemRef('github:octo/repo#16'), 'owner');
      identity.learn(tx, { owner: 'octo', repo: 'repo', id: 7 });
      expect(identity.learn(tx, { owner: 'new-home', repo: 'fresh', id: 7 })).toEqual([id]);
    });
    expect(await owning('github:new-home/fresh#15')).toMatchObject([{ id }]);
    expect(await owning('github:new-home/fresh#16')).toMatchObject([{ id }]);
    expect(await owning('github:octo/repo#15')).toEqual([]);
  });

  test('a new repository under an old name does not get the sessions of the old one', async () => {
    await registry.register(wanted);
    await database.transactions.run((tx) => new RepositoryIdentity().learn(tx, { owner: 'octo', repo: 'repo', id: 7 }));
    expect(await owning(wanted.workItem, { owner: 'octo', repo: 'repo', id: 8 })).toEqual([]);
    expect(await owning(wanted.workItem, { owner: 'octo', repo: 'repo', id: 7 })).toHaveLength(1);
  });

  test('an arrow that does not exist is not taken', async () => {
    const { id } = await registry.register(wanted);
    const taken = await database.transactions.run((tx) => [
      states.resume(tx, id),
      states.reopen(tx, id),
      states.pause(tx, id),
      states.resume(tx, id),
      states.closed(tx, id, 'owner'),
      states.closed(tx, id, 'owner'),
      states.park(tx, id, 'x'),
    ]);
    expect(taken).toEqual([false, false, true, true, true, false, false]);
  });
});
