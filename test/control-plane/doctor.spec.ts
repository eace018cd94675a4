import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { examineOffline } from '../../src/control-plane/doctor/offline.doctor.js';
import type { Finding } from '../../src/control-plane/doctor/finding.js';
import { ControlClient } from '../support/control.client.js';
import { insertDelivery, insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

const STUB = resolve('test/support/stubs/stub-claude.mjs');
const SECRET = 'THE_LOOP_GH_WEBHOOK_SECRET';

describe('the doctor', () => {
  let server: TestServer;
  let bin: string;

  beforeAll(async () => {
    server = await TestServer.start((config) => (config.harnesses.claude.binary = STUB));
    server.holdLanes();
    process.env[SECRET] = 'a secret of sufficient length for this';
    bin = join(server.folder, 'bin');
    mkdirSync(bin);
  });
  afterAll(async () => {
    delete process.env[SECRET];
    await server.stop();
  });

  const ask = async (): Promise<{ healthy: boolean; findings: Finding[] }> =>
    (await ControlClient.ownerOf(server).ask('{ doctor { healthy findings { name state found advice } } }')).doctor;
  const found = async (name: string): Promise<Finding | undefined> =>
    (await ask()).findings.find((finding) => finding.name === name);
  /** A program that answers its version so. */
  const program = (name: string, script: string): string => {
    const file = join(bin, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  };

  test('finds a house in order, and every problem comes with what to do', async () => {
    const { healthy, findings } = await ask();
    expect([healthy, findings.filter(({ state }) => state === 'problem')]).toEqual([true, []]);
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['routing', 'last delivery', 'claude', 'claude log-in', 'claude arguments', 'cursor', 'codex', 'secret'],
        ...[
          'control token',
          'state folder',
          'disk',
          'webhook listener',
          'control listener',
          'sqlite',
          'database',
          'node',
        ],
      ]),
    );
    expect(await found('claude')).toMatchObject({ state: 'ok', found: `${STUB}, 2.1.332 (Claude Code)` });
    expect(await found('database')).toMatchObject({ found: expect.stringMatching(/ MB, whole$/) });
    expect(await found('sqlite')).toMatchObject({
      found: expect.stringMatching(/^3\.\d+\.\d+ by (node:sqlite|@photo)/),
    });
  });

  test('names what it keeps from a harness, and no value', async () => {
    process.env['VERY_OWN_VARIABLE'] = 'precious';
    try {
      const finding = await found('claude environment');
      expect(finding).toMatchObject({ state: 'note', found: expect.stringContaining('VERY_OWN_VARIABLE') });
      expect(finding!.found).toContain(SECRET);
      expect(JSON.stringify(await ask())).not.toMatch(/precious|sufficient length/);
    } finally {
      delete process.env['VERY_OWN_VARIABLE'];
    }
  });

  test.each<[string, () => string, string, RegExp]>([
    ['is not there', () => '/nonexistent/claude', 'problem', /is not there/],
    ['is too old', () => program('old', 'echo 2.1.90'), 'problem', /2\.1\.90: cannot tell/],
    [
      'does not run',
      () => program('broken', 'echo "native binary not installed" >&2; exit 1'),
      'problem',
      /ended with 1/,
    ],
  ])('a program that %s', async (_, binary, state, sentence) => {
    server.config.harnesses.claude.binary = binary();
    try {
      expect(await found('claude')).toMatchObject({ state, found: expect.stringMatching(sentence) });
    } finally {
      server.config.harnesses.claude.binary = STUB;
    }
  });

  test('tells which arguments widen what a harness may do, and which cannot be', async () => {
    const { harnessArgs } = server.config.webhooks.ghWebhook.routing;
    harnessArgs.claude = ['--model', 'opus', '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(git:*)'];
    expect(await found('claude arguments')).toMatchObject({
      state: 'note',
      found: expect.stringMatching(/--permission-mode acceptEdits.*--allowedTools/),
    });
    harnessArgs.claude = ['--resume', 'x'];
    expect(await found('claude arguments')).toMatchObject({ state: 'problem', advice: 'take it out' });
    harnessArgs.claude = [];
  });

  test('a log-in that a turn was refused for is a problem', async () => {
    await server.run((tx) => {
      insertSession(tx, 1, { id: 'refused', cwd: server.folder });
      insertDispatch(tx, 'refused', { state: 'held', outcome: 'not-logged-in' });
    });
    expect(await found('claude log-in')).toMatchObject({ state: 'problem', advice: expect.stringMatching(/log in/) });
    await server.run((tx) => tx.execute('DELETE FROM dispatch'));
  });

  test('a directory that is gone, or that a harness would not work in', async () => {
    await server.run((tx) => insertSession(tx, 2, { id: 'gone', cwd: '/nonexistent/tree' }));
    expect(await found('claude directories')).toMatchObject({
      state: 'problem',
      found: 'gone: /nonexistent/tree (github:Octo-Org/Shop#2)',
    });
    await server.run((tx) => {
      tx.execute(`UPDATE session SET status = 'closed' WHERE id = 'gone'`);
      insertSession(tx, 3, { id: 'codex', cwd: server.folder, harness: 'codex' });
      insertSession(tx, 4, { id: 'cursor', cwd: server.folder, harness: 'cursor' });
    });
    server.config.harnesses.codex.binary = program('codex', 'echo codex-cli 0.171.0');
    server.config.harnesses.cursor.binary = program('cursor-agent', 'echo 1.0.3');
    expect(await found('codex directories')).toMatchObject({ state: 'problem', found: expect.stringMatching(/git/) });
    expect(await found('cursor directories')).toMatchObject({ advice: expect.stringMatching(/--trust/) });
    expect(await found('cursor')).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(/another one of the/),
    });
    await server.run((tx) => tx.execute(`UPDATE session SET status = 'closed'`));
  });

  test('tells when the last delivery came', async () => {
    expect(await found('last delivery')).toMatchObject({ state: 'note', found: 'none has ever arrived' });
    await server.run((tx) => insertDelivery(tx, 'old', { lastReceivedAt: tx.now - 10 * 86_400_000 }));
    expect(await found('last delivery')).toMatchObject({ state: 'note', found: '10 days ago' });
    await server.run((tx) => insertDelivery(tx, 'new'));
    expect(await found('last delivery')).toMatchObject({ state: 'ok' });
  });

  test.each<[string, () => () => void, string]>([
    [
      'a weak secret',
      () => {
        const before = process.env[SECRET];
        process.env[SECRET] = 'secret';
        return () => (process.env[SECRET] = before);
      },
      'secret',
    ],
    [
      'no secret',
      () => {
        const before = process.env[SECRET];
        delete process.env[SECRET];
        return () => (process.env[SECRET] = before);
      },
      'secret',
    ],
    [
      'a state folder open to others',
      () => {
        chmodSync(server.paths.root, 0o755);
        chmodSync(server.paths.runs, 0o755);
        return () => {
          chmodSync(server.paths.root, 0o700);
          chmodSync(server.paths.runs, 0o700);
        };
      },
      'state folder',
    ],
    [
      'routing that is off',
      () => {
        server.config.webhooks.ghWebhook.routing.enabled = false;
        return () => (server.config.webhooks.ghWebhook.routing.enabled = true);
      },
      'routing',
    ],
  ])('%s is a problem', async (_, spoil, name) => {
    const mend = spoil();
    try {
      const { healthy, findings } = await ask();
      const finding = findings.find((each) => each.name === name);
      expect([healthy, finding?.state, finding?.advice]).toEqual([false, 'problem', expect.stringMatching(/\w/)]);
    } finally {
      mend();
    }
  });

  test('without a server it looks at what a start would meet', async () => {
    const other = await TestServer.start();
    const { config, paths } = other;
    config.webhooks.ghWebhook.port = Number(new URL(server.running.webhookUrl).port);
    const house = { config, paths, env: process.env, home: other.folder };
    const named = async (name: string) => (await examineOffline(house)).find((finding) => finding.name === name);
    expect(await named('webhook listener')).toMatchObject({ state: 'ok', found: expect.stringMatching(/ answers$/) });
    await other.running.stop();
    expect(await named('webhook listener')).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(/is taken by another program$/),
    });
    chmodSync(paths.controlToken, 0o644);
    expect(await named('control token')).toMatchObject({ state: 'problem', advice: 'run "the-loop token rotate"' });
    writeFileSync(paths.database, 'no database at all, and long enough to be looked at by SQLite'.repeat(50));
    expect(await named('database')).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(/cannot be read|damaged/),
    });
    await other.stop();
  });
});
