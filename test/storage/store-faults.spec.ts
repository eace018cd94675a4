import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { StatePaths } from '../../src/config/state-paths.js';
import { backUp } from '../../src/database/database.backup.js';
import { SqliteEngine } from '../../src/database/sqlite.engine.js';
import { InstanceLock } from '../../src/database/instance.lock.js';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { issueComment } from '../support/payloads.js';
import { canMount } from '../support/small.disk.js';
import { type Answer, TestServer } from '../support/test.server.js';
import { until } from '../support/turn.bench.js';

/** No two alike, and as large as wanted. */
let serial = 0;
const comment = (bytes = 10) => issueComment(12, `Comment ${(serial += 1)} ${'x'.repeat(bytes)}`);

const notStored = { status: 503, body: { reason: 'store-unavailable' } };

function engineOf(server: TestServer): SqliteEngine {
  return (server.get(DataSource).driver as unknown as { databaseConnection: SqliteEngine }).databaseConnection;
}

async function health(server: TestServer): Promise<{ status: number; ms: number }> {
  const begun = performance.now();
  const response = await fetch(new URL('/healthz', server.running.webhookUrl));
  await response.text();
  return { status: response.status, ms: performance.now() - begun };
}

/** The delivery ids that somebody finds who opens the file afterwards. */
function onDisk(file: string): string[] {
  const engine = new SqliteEngine(file, { readonly: true });
  try {
    return (engine.prepare('SELECT deliveryId FROM delivery ORDER BY seq').all() as { deliveryId: string }[]).map(
      (row) => row.deliveryId,
    );
  } finally {
    engine.close();
  }
}

describe('a store that cannot commit', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await TestServer.start();
    server.holdLanes();
  });
  afterEach(() => server.stop());

  test('because it is full answers 503 with Retry-After, and takes deliveries again when there is room', async () => {
    expect((await server.post(comment())).status).toBe(202);
    const engine = engineOf(server);
    const [{ page_count: pages } = { page_count: 0 }] = engine.pragma('page_count') as { page_count: number }[];
    engine.pragma(`max_page_count = ${pages}`);

    const refused = await server.post(comment(100_000), { deliveryId: 'too-much' });
    expect(refused).toMatchObject(notStored);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await health(server)).toMatchObject({ status: 200 });

    engine.pragma('max_page_count = 100000');
    expect((await server.post(comment(100_000), { deliveryId: 'too-much' })).status).toBe(202);
    expect(onDisk(server.paths.database)).toContain('too-much');
  });

  test('because it may not be written to answers 503, and recovers', async () => {
    const engine = engineOf(server);
    engine.pragma('query_only = ON');
    expect(await server.post(comment())).toMatchObject(notStored);
    engine.pragma('query_only = OFF');
    expect((await server.post(comment())).status).toBe(202);
  });

  test('because another process holds its lock answers 503 in time, and health all the while', async () => {
    const holder = await lockHolder(server.paths.database);
    try {
      const begun = performance.now();
      // Later ones wait their own time, not that of those before them.
      const early = [server.post(comment()), server.post(comment())];
      const answers = Promise.all([...early, until(() => performance.now() - begun > 3_000).then(() => server.post(comment()))]); // prettier-ignore
      const looks: { status: number; ms: number }[] = [];
      let isOver = false;
      const watching = (async () => {
        while (!isOver) looks.push(await health(server));
      })();
      for (const each of await Promise.all(early)) expect(each).toMatchObject(notStored);
      expect(performance.now() - begun).toBeLessThan(9_500);
      for (const each of await answers) expect(each).toMatchObject(notStored);
      expect(performance.now() - begun).toBeLessThan(12_500);
      isOver = true;
      await watching;
      expect(looks.every(({ status }) => status === 200)).toBe(true);
      expect(Math.max(...looks.map(({ ms }) => ms))).toBeLessThan(1_000);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    expect((await server.post(comment())).status).toBe(202);
  });

  test('because its lock is held for a moment makes the sender wait, and no more', async () => {
    const holder = await lockHolder(server.paths.database);
    const ended = once(holder, 'exit');
    const posted = server.post(comment());
    setTimeout(() => holder.kill('SIGKILL'), 500);
    expect((await posted).status).toBe(202);
    await ended;
  });
});

describe('a database file that goes away under the running server', () => {
  let server: TestServer;
  const aside = (): string => join(server.folder, 'aside.sqlite');
  const stored: string[] = [];
  beforeEach(async () => {
    stored.length = 0;
    server = await TestServer.start();
    server.holdLanes();
    await take('before');
  });
  afterEach(() => server.stop());

  async function take(deliveryId: string): Promise<Answer> {
    const answer = await server.post(comment(), { deliveryId });
    if (answer.status === 202) stored.push(deliveryId);
    return answer;
  }

  test('takes nothing while it is moved away, and goes on when it is back', async () => {
    renameSync(server.paths.database, aside());
    expect(await take('meanwhile')).toMatchObject(notStored);
    expect(String((await take('meanwhile')).body.message)).toContain('moved, deleted or replaced');
    expect(await health(server)).toMatchObject({ status: 200 });
    renameSync(aside(), server.paths.database);
    expect((await take('meanwhile')).body).toMatchObject({ outcome: 'ignored', reason: 'policy-never' });
    expect(stored).toEqual(['before', 'meanwhile']);
    expect(onDisk(server.paths.database)).toEqual(stored);
  });

  test('takes nothing when another file stands in its place', async () => {
    const copy = await backUp(server.paths.database, server.paths.backups);
    renameSync(server.paths.database, aside());
    copyFileSync(copy, server.paths.database);
    expect(await take('for-the-wrong-one')).toMatchObject(notStored);
    expect(onDisk(server.paths.database)).toEqual(stored);
  });

  test('takes nothing when it is deleted', async () => {
    rmSync(server.paths.database);
    expect(await take('for-nobody')).toMatchObject(notStored);
  });

  test('takes nothing when its log is deleted, in which the last commits stand', async () => {
    rmSync(`${server.paths.database}-wal`);
    expect(await take('for-nobody')).toMatchObject(notStored);
  });

  test('keeps its promise when its folder is moved as a whole', async () => {
    renameSync(server.paths.root, join(server.folder, 'elsewhere'));
    expect(await take('meanwhile')).toMatchObject(notStored);
    renameSync(join(server.folder, 'elsewhere'), server.paths.root);
    expect((await take('afterwards')).status).toBe(202);
    expect(onDisk(server.paths.database)).toEqual(stored);
  });

  test('is on disk also when it was made read-only meanwhile: it is open already', async () => {
    for (const file of [server.paths.database, `${server.paths.database}-wal`]) chmodSync(file, 0o400);
    await take('afterwards');
    expect(onDisk(server.paths.database)).toEqual(stored);
  });

  test('is complete in itself after a stop, so that a copy of it is a copy of everything', async () => {
    await take('last');
    await server.running.stop();
    copyFileSync(server.paths.database, aside());
    expect(onDisk(aside())).toEqual(stored);
  });

  test('lets the server stop all the same, with its lock given back', async () => {
    renameSync(server.paths.database, aside());
    await server.running.stop();
    expect(statSync(server.paths.server, { throwIfNoEntry: false })).toBeUndefined();
    InstanceLock.take(server.paths.lock).release();
  });
});

(canMount() ? describe : describe.skip)('a disk that is really full', () => {
  test('gives 503, and 202 once there is room again; what was acknowledged is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'the-loop-full-'));
    mkdirSync(join(folder, 'disk'));
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', join(folder, 'disk')]).status).toBe(0);
    const paths = new StatePaths(join(folder, 'disk/.the-loop'));
    const server = await TestServer.start(undefined, { paths });
    server.holdLanes();
    const stored: string[] = [];
    const post = async (deliveryId: string): Promise<number> => {
      const { status } = await server.post(comment(20_000), { deliveryId });
      if (status === 202) stored.push(deliveryId);
      return status;
    };
    try {
      writeFileSync(join(folder, 'disk/ballast'), Buffer.alloc(1024 * 1024));
      let number = 0;
      while ((await post(`fills-${(number += 1)}`)) === 202);
      expect(await post('full')).toBe(503);
      expect(await health(server)).toMatchObject({ status: 200 });
      rmSync(join(folder, 'disk/ballast'));
      expect(await post('room')).toBe(202);
      expect(await server.run((tx) => tx.count(DeliveryEntity, {}))).toBe(stored.length);
      expect(onDisk(paths.database)).toEqual(stored);
    } finally {
      await server.stop();
      spawnSync('umount', ['-l', join(folder, 'disk')]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Another process with the write lock of the file; it holds it until it is killed. */
async function lockHolder(file: string): Promise<ChildProcess> {
  const script = `
    const { createRequire } = require('node:module');
    const sqlite = process.getBuiltinModule('node:sqlite') ?? createRequire('${process.cwd()}/x')('@photostructure/sqlite');
    const database = new sqlite.DatabaseSync(${JSON.stringify(file)});
    database.exec('BEGIN IMMEDIATE');
    console.log('held');
    setInterval(() => undefined, 1000);`;
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(holder.stdout, 'data');
  return holder;
}
