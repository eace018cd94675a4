import { TemporaryDatabase } from '../../../test/support/temporary-database.js';
import { DispatchEntity } from '../entities/dispatch.entity.js';
import { SessionEntity } from '../entities/session.entity.js';
import { storeFault } from '../sqlite-error.js';

describe('the migrations', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => (database = await TemporaryDatabase.open()));
  afterAll(() => database.close());

  test('make exactly the schema of the entities', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map((query) => query.query)).toEqual([]);
  });

  const insert = (table: string, row: Record<string, unknown>) =>
    database.transactions
      .run((tx) =>
        tx.execute(
          `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join()})`,
          ...Object.values(row),
        ),
      )
      .then(
        () => 'stored',
        (error: unknown) => storeFault(error),
      );

  test('one session not closed per work item', async () => {
    const session = {
      workItem: 'x',
      workItemKey: 'x',
      repositoryKey: 'x',
      harness: 'claude',
      cwd: '/',
      createdAt: 0,
      executor: 'e',
    };
    expect(await insert('session', { ...session, id: '1', status: 'closed' } satisfies Partial<SessionEntity>)).toBe(
      'stored',
    );
    expect(await insert('session', { ...session, id: '2', status: 'paused' })).toBe('stored');
    expect(await insert('session', { ...session, id: '3', status: 'starting' })).toBe('unique');
    expect(await insert('session', { ...session, id: '4', status: 'closed' })).toBe('stored');
  });

  test('one running dispatch per session', async () => {
    const row = {
      sessionId: 's',
      deliveryId: 'd',
      kind: 'resume' as const,
      reason: 'matched',
      createdAt: 0,
      executor: 'e',
    };
    expect(await insert('dispatch', { ...row, id: 'a', state: 'running' } satisfies Partial<DispatchEntity>)).toBe(
      'stored',
    );
    expect(await insert('dispatch', { ...row, id: 'b', state: 'queued' })).toBe('stored');
    expect(await insert('dispatch', { ...row, id: 'c', state: 'running' })).toBe('unique');
  });

  test('a pull request is recorded on one session not closed', async () => {
    const row = { ref: 'r', refKey: 'r', source: 'owner', open: 1, recordedAt: 0 };
    expect(await insert('session_link', { ...row, sessionId: 'a', live: 1 })).toBe('stored');
    expect(await insert('session_link', { ...row, sessionId: 'b', live: 1 })).toBe('unique');
    expect(await insert('session_link', { ...row, sessionId: 'b', live: 0 })).toBe('stored');
  });

  test('a place for a checkout has one owner', async () => {
    const row = {
      workItem: 'w',
      repositoryKey: 'r',
      path: '/p',
      pathKey: '/p',
      branch: 'b',
      strategy: 'clone',
      foreignTree: 0,
      createdAt: 0,
      executor: 'e',
    };
    expect(await insert('workspace', { ...row, sessionId: 'a', state: 'released' })).toBe('stored');
    expect(await insert('workspace', { ...row, sessionId: 'b', state: 'ready' })).toBe('stored');
    expect(await insert('workspace', { ...row, sessionId: 'c', state: 'preparing' })).toBe('unique');
    expect(await insert('workspace', { ...row, sessionId: 'd', state: 'failed' })).toBe('stored');
  });
});
