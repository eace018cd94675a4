import { TemporaryDatabase } from '../../test/support/temporary-database.js';
import type { Activity } from '../events/activity.js';
import { Transactions } from './database.transactions.js';
import type { Tx } from './database.tx.js';
import { ActivityEntity } from './entities/activity.entity.js';
import { SessionEntity } from './entities/session.entity.js';
import { SqliteEngine } from './sqlite.engine.js';
import { StoreUnavailableError } from './store-unavailable.error.js';

describe('the one door for writes', () => {
  let database: TemporaryDatabase;
  let transactions: Transactions;
  beforeEach(async () => {
    database = await TemporaryDatabase.open();
    transactions = database.transactions;
  });
  afterEach(() => database.close());

  const note = (reason: string) => (tx: Tx) => tx.record({ name: 'server.started', reason }).seq;
  const failing = (reason: string) => (tx: Tx) => {
    tx.record({ name: 'server.started', reason });
    throw new Error(`refused ${reason}`);
  };
  const committed = async () =>
    (await database.read.getRepository(ActivityEntity).find({ order: { seq: 'ASC' } })).map((row) => row.reason);

  test('of a hundred good works among a hundred failing ones, every good one is on disk and no bad one is', async () => {
    const works = Array.from({ length: 100 }, (_, n) => [
      transactions.run(note(`good ${n}`)),
      transactions.run(failing(`bad ${n}`)),
    ]);
    const results = await Promise.allSettled(works.flat());
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(100);
    expect(await committed()).toEqual(Array.from({ length: 100 }, (_, n) => `good ${n}`));
  });

  test('works that wait share one immediate transaction, each in a savepoint', async () => {
    const sent: string[] = [];
    const prepared = SqliteEngine.prototype.prepared;
    SqliteEngine.prototype.prepared = function (sql) {
      sent.push(sql);
      return prepared.call(this, sql);
    };
    try {
      await Promise.all([transactions.run(note('a')), transactions.run(note('b'))]);
    } finally {
      SqliteEngine.prototype.prepared = prepared;
    }
    expect(sent.filter((sql) => !sql.startsWith('INSERT'))).toEqual([
      'BEGIN IMMEDIATE',
      'SAVEPOINT work',
      'RELEASE work',
      'SAVEPOINT work',
      'RELEASE work',
      'COMMIT',
    ]);
  });

  test('every commit is synced to disk: WAL with synchronous FULL', () => {
    const engine = (database.dataSource.driver as unknown as { databaseConnection: SqliteEngine }).databaseConnection;
    expect(engine.pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(engine.pragma('synchronous')).toEqual([{ synchronous: 2 }]);
  });

  test('a transaction inside a transaction is refused at once', async () => {
    await expect(transactions.run(() => void transactions.run(note('inner')))).rejects.toThrow('inside a transaction');
  });

  test('work that turns out to be asynchronous is rolled back and refused', async () => {
    await expect(transactions.run(async (tx) => void tx.record({ name: 'server.started' }))).rejects.toThrow(
      'synchronous',
    );
    expect(await committed()).toEqual([]);
  });

  test('a transaction kept for later cannot be used any more', async () => {
    let kept: Tx | undefined;
    await transactions.run((tx) => void (kept = tx));
    expect(() => kept!.record({ name: 'server.started' })).toThrow('after its end');
  });

  test('facts are announced after the commit, in commit order, and never for work that failed', async () => {
    const heard: Activity[] = [];
    const all = new Promise<void>((resolve) => {
      database.feed.listen(async (activity) => {
        heard.push(activity);
        expect(await committed()).toContain(activity.reason);
        if (heard.length === 2) resolve();
      });
    });
    await Promise.allSettled([
      transactions.run(note('one')),
      transactions.run(failing('no')),
      transactions.run(note('two')),
    ]);
    await all;
    expect(heard.map((activity) => activity.reason)).toEqual(['one', 'two']);
    expect(heard[0]!.seq).toBeLessThan(heard[1]!.seq);
  });

  test('a watcher that throws disturbs neither the writer nor the other watchers', async () => {
    const defect = new Promise((resolve) => (database.feed.onDefect = resolve));
    database.feed.listen(() => Promise.reject(new Error('a broken watcher')));
    const heard = new Promise((resolve) => database.feed.listen(resolve));
    await transactions.run(note('one'));
    await heard;
    expect(await defect).toEqual(new Error('a broken watcher'));
  });

  test('a database locked by somebody else is waited for without stopping the process', async () => {
    const other = new SqliteEngine(database.file);
    other.exec('BEGIN IMMEDIATE');
    let ticks = 0;
    const ticking = setInterval(() => {
      if (++ticks === 3) other.exec('ROLLBACK');
    }, 20);
    await transactions.run(note('patient'));
    clearInterval(ticking);
    other.close();
    expect(ticks).toBeGreaterThanOrEqual(3);
    expect(await committed()).toEqual(['patient']);
  });

  test('a full database is told as unavailable, and works again once there is room', async () => {
    const engine = (database.dataSource.driver as unknown as { databaseConnection: SqliteEngine }).databaseConnection;
    const [pages] = engine.pragma('page_count') as [{ page_count: number }];
    engine.pragma(`max_page_count = ${pages.page_count}`);
    const large = 'x'.repeat(100_000);
    await expect(transactions.run(note(large))).rejects.toThrow(StoreUnavailableError);
    engine.pragma('max_page_count = 1000000');
    await transactions.run(note('room again'));
    expect(await committed()).toEqual(['room again']);
  });

  test('one work too large for a full disk does not take its neighbours with it', async () => {
    const engine = (database.dataSource.driver as unknown as { databaseConnection: SqliteEngine }).databaseConnection;
    const [pages] = engine.pragma('page_count') as [{ page_count: number }];
    engine.pragma(`max_page_count = ${pages.page_count + 4}`);
    const results = await Promise.allSettled([
      transactions.run(note('small')),
      transactions.run(note('x'.repeat(200_000))),
      transactions.run(note('small too')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await committed()).toEqual(['small', 'small too']);
  });

  test('entities are written and read back as they were', async () => {
    const session: SessionEntity = {
      id: 's-1',
      workItem: 'github:Octo/Repo#1',
      workItemKey: 'github:octo/repo#1',
      repositoryKey: 'octo/repo',
      repositoryId: 1296269,
      harness: 'claude',
      harnessSessionId: null,
      formerHarnessSessionIds: ['a', 'b'],
      cwd: '/tmp',
      status: 'starting',
      statusReason: null,
      endpointOf: null,
      checkout: { repository: 'octo/repo', branch: null, isPullRequest: false },
      createdAt: 1_800_000_000_000,
      lastEventAt: null,
      closedAt: null,
      executor: 'here',
    };
    await transactions.run((tx) => tx.insert(SessionEntity, session));
    expect(await transactions.run((tx) => tx.one(SessionEntity, { id: 's-1', harnessSessionId: null }))).toEqual(
      session,
    );
    expect(await database.read.getRepository(SessionEntity).findOneBy({ id: 's-1' })).toEqual(session);
  });

  test('the read-only source cannot write', async () => {
    await expect(database.read.query('DELETE FROM activity')).rejects.toThrow(/readonly|read-only/i);
  });
});
