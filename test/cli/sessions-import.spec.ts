import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionEntity } from '../../src/database/entities/session.entity.js';
import { issueComment } from '../support/payloads.js';
import { TestServer } from '../support/test.server.js';
import { CliProcess, type Ended } from './cli.process.js';

let server: TestServer;
let cli: CliProcess;
let folder: string;
beforeEach(async () => {
  server = await TestServer.start();
  server.holdLanes();
  cli = new CliProcess();
  folder = join(cli.cwd, 'sessions');
  mkdirSync(folder);
  writeFileSync(join(cli.cwd, 'config.yaml'), JSON.stringify({ state: { root: server.paths.root } }));
});
afterEach(async () => {
  await cli.clear();
  await server.stop();
});

const run = (...words: string[]): Promise<Ended> => cli.run(...words, '--config', 'config.yaml');
const record = (number: number, more: object = {}) => ({
  workItem: {
    ref: `github:octo-org/octo-repo#${number}`,
    provider: 'github',
    owner: 'octo-org',
    repo: 'octo-repo',
    number,
  },
  harness: 'claude',
  harnessSessionId: `c-${number}`,
  cwd: '/home/mona/octo-repo',
  status: 'active',
  createdAt: '2026-07-02T10:00:00.000Z',
  lastEventAt: '2026-07-03T10:00:00.000Z',
  recentDeliveries: [`d-${number}-1`, `d-${number}-2`],
  ...more,
});
const put = (name: string, content: unknown): void =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

test('takes over each record that is one, names the others, and may be repeated', async () => {
  put('a.json', record(15));
  put('b.json', '{ "workItem": ');
  put('c.json', record(16, { status: 'closed' }));
  put('d.json', record(15, { harnessSessionId: 'another' }));
  put('e.json', record(17, { harness: 'emacs' }));
  put('f.json', record(18, { status: 'asleep' }));
  put('g.json', record(19, { createdAt: 'yesterday' }));
  put('h.json', record(20, { workItem: 'jira:ABC-1' }));
  put('notes.txt', 'no record');
  const { code, stdout, stderr } = await run('sessions', 'import', 'sessions');
  expect(code).toBe(1);
  expect(stderr).toBe('2 imported, 0 here already, 6 skipped\n');
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t').slice(0, 2).join(' ')),
  ).toEqual([
    ...['imported a.json', 'skipped b.json', 'imported c.json', 'skipped d.json', 'skipped e.json', 'skipped f.json'],
    ...['skipped g.json', 'skipped h.json'],
  ]);
  expect(stdout).toMatch(/b\.json\t\tit is not JSON/);
  expect(stdout).toMatch(/d\.json\t.*is active; close it first/);

  put('again.json', record(15));
  const again = await run('sessions', 'import', 'sessions', '--format', 'jsonl');
  expect(JSON.parse(again.stdout.split('\n')[0]!)).toMatchObject({ file: 'a.json', outcome: 'known' });
  expect(again.stderr).toMatch(/^0 imported, 3 here already/);
});

test('what was imported is listed as it was recorded, and stays open to the eye', async () => {
  put('a.json', record(15));
  put('c.json', record(16, { status: 'closed', lastEventAt: null, recentDeliveries: [] }));
  expect((await run('sessions', 'import', 'sessions')).code).toBe(0);
  const listed = JSON.parse((await run('sessions', 'list', '--format', 'json')).stdout) as {
    harnessSessionId: string;
  }[];
  listed.sort((a, b) => a.harnessSessionId.localeCompare(b.harnessSessionId));
  expect(listed).toEqual([record(15), record(16, { status: 'closed', lastEventAt: null, recentDeliveries: [] })]);
});

test('a delivery the session has had elsewhere does not reach it a second time', async () => {
  put('a.json', record(15, { cwd: server.folder }));
  await run('sessions', 'import', 'sessions');
  const again = await server.post(issueComment(15), { deliveryId: 'd-15-1' });
  expect([again.status, again.body]).toEqual([202, expect.objectContaining({ reason: 'duplicate-delivery' })]);
  const news = await server.post(issueComment(15), { deliveryId: 'd-15-3' });
  expect(news.body).toMatchObject({ outcome: 'accepted' });
  const [session] = await server.run((tx) => tx.many(SessionEntity, {}));
  expect(session).toMatchObject({ status: 'active', harnessSessionId: 'c-15' });
});

test('a folder that is not there is named', async () => {
  const { code, stderr } = await run('sessions', 'import', 'nowhere');
  expect([code, stderr]).toEqual([1, expect.stringContaining('nowhere')]);
});
