import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, backupsIn } from './database.backup.js';
import { openDatabase } from './database.opening.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { SqliteEngine } from './sqlite.engine.js';

describe('opening the database', () => {
  let folder: string;
  let file: string;
  let backups: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'the-loop-open-'));
    file = join(folder, 'the-loop.sqlite');
    backups = join(folder, 'backups');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const change = (sql: string) => new SqliteEngine(file).exec(sql).close();

  test('a new file gets its schema and needs no backup', async () => {
    expect(await openDatabase(file, backups)).toEqual({ backup: null, migrated: MIGRATIONS.map(({ name }) => name) });
    expect(await openDatabase(file, backups)).toEqual({ backup: null, migrated: [] });
  });

  test('an existing file is copied, for its owner only, before a migration changes it', async () => {
    change('CREATE TABLE something_old (a)');
    const { backup, migrated } = await openDatabase(file, backups);
    expect(migrated).toHaveLength(MIGRATIONS.length);
    expect(statSync(backup!).mode & 0o777).toBe(0o600);
    const copy = new SqliteEngine(backup!, { readonly: true });
    expect(copy.prepare('SELECT name FROM sqlite_master').all()).toEqual([{ name: 'something_old' }]);
    copy.close();
  });

  /** A database of a server that has ended: nothing in this process has it open, and all of it is in one file. */
  async function ofAnEndedServer(): Promise<string> {
    const live = join(folder, 'live.sqlite');
    await openDatabase(live, backups);
    const engine = new SqliteEngine(live);
    engine.exec(`INSERT INTO activity (time, name, level) VALUES (1, 'server.started', 'info')`).close();
    const copy = await backUp(live, backups);
    copyFileSync(copy, file);
    return copy;
  }

  test('a damaged file is refused by name with the command that restores it, and stays as it is', async () => {
    const copy = await ofAnEndedServer();
    const page = openSync(file, 'r+');
    writeSync(page, Buffer.alloc(4096, 0x5a), 0, 4096, 4096);
    closeSync(page);
    const before = readFileSync(file);
    const opening = openDatabase(file, backups);
    await expect(opening).rejects.toMatchObject({ code: 'database-corrupt', message: expect.stringContaining(file) });
    await expect(opening).rejects.toThrow(`rm -f '${file}-wal' '${file}-shm' && cp '${copy}' '${file}'`);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('the restore command of the refusal restores', async () => {
    await ofAnEndedServer();
    truncateSync(file, 5000);
    const refusal = await openDatabase(file, backups).catch((error: Error) => error.message);
    execFileSync('/bin/sh', ['-c', /restore the last backup with: (.*)$/.exec(refusal as string)![1]!]);
    await openDatabase(file, backups);
    const engine = new SqliteEngine(file);
    expect(engine.prepare('SELECT name FROM activity').all()).toEqual([{ name: 'server.started' }]);
    engine.close();
  });

  test('a file that is no database is refused', async () => {
    writeFileSync(file, 'something else entirely, and long enough to have a header of its own '.repeat(100));
    await expect(openDatabase(file, backups)).rejects.toMatchObject({ code: 'database-corrupt' });
  });

  test.each(['missing', 'empty'])('a %s file with backups beside it is never started empty', async (how) => {
    await openDatabase(file, backups);
    await backUp(file, backups);
    if (how === 'missing') rmSync(file);
    else truncateSync(file);
    await expect(openDatabase(file, backups)).rejects.toMatchObject({ code: 'database-missing' });
  });

  test('nothing is begun where nobody can tell whether there are backups', async () => {
    writeFileSync(backups, 'no folder');
    await expect(openDatabase(file, backups)).rejects.toMatchObject({
      code: 'backups-unreadable',
      message: expect.stringContaining(`Cannot look for backups in "${backups}": ENOTDIR`),
    });
    expect(existsSync(file)).toBe(false);
  });

  test('a schema newer than this version is refused', async () => {
    await openDatabase(file, backups);
    change(`INSERT INTO migrations (timestamp, name) VALUES (9, 'FromTheFuture9')`);
    await expect(openDatabase(file, backups)).rejects.toMatchObject({
      code: 'schema-newer',
      message: expect.stringContaining('FromTheFuture9'),
    });
  });

  test('the last three backups are kept', async () => {
    await openDatabase(file, backups);
    const made = [];
    for (let n = 0; n < 5; n++) made.push(await backUp(file, backups));
    expect(backupsIn(backups).map((name) => join(backups, name))).toEqual(made.slice(2).reverse());
  });
});
