import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/command.table.js';
import { ControlClient } from '../support/control.client.js';
import { CliProcess, type Started } from './cli.process.js';

const ITEM = 'github:octo-org/octo-repo#15';
const PROMISED =
  'init,start,stop,status,doctor,sessions register,sessions list,sessions show,sessions close,sessions pause,sessions resume,' +
  'sessions release,sessions link-pr,sessions import,deliveries list,deliveries show,deliveries replay,dispatches list,' +
  'dispatches retry,dispatches cancel,dispatches output,events,send,explain,open,token rotate,backup,workspaces list,' +
  'workspaces release,workspaces prune,hook,hooks install,hooks uninstall';

test('every command that is promised is there, and none besides', () => {
  expect(COMMANDS.map(({ name }) => name).sort()).toEqual(PROMISED.split(',').sort());
});

test.each(COMMANDS)('$name explains itself from the table that reads its arguments', async ({ name, about, load }) => {
  const { commandHelp } = await import('../../src/cli/command-help.js');
  expect(commandHelp({ name, about }, await load())).toMatch(new RegExp(`^the-loop ${name}`));
});

describe('with a server', () => {
  let cli: CliProcess;
  let server: Started;

  beforeEach(async () => {
    cli = new CliProcess();
    const state = join(cli.cwd, '.the-loop');
    mkdirSync(state, { mode: 0o700 });
    writeFileSync(join(state, 'webhook.secret'), 'a secret of sufficient length for this', { mode: 0o600 });
    const config = {
      webhooks: { ghWebhook: { secretFile: '.the-loop/webhook.secret', routing: { enabled: true } } },
      harnesses: { claude: { binary: '/nonexistent/claude' } },
      control: { port: 0 },
      state: { drainSeconds: 0 },
    };
    writeFileSync(join(state, 'config.yaml'), JSON.stringify(config));
    server = await cli.serve();
    const given = ['--work-item', ITEM, '--harness', 'claude', '--harness-session-id', 'one', '--no-check'];
    expect((await cli.run('sessions', 'register', ...given)).code).toBe(0);
  });
  afterEach(() => cli.clear());

  test('a rotated token takes the place of the old one while the server runs', async () => {
    const file = join(cli.cwd, '.the-loop', 'control.token');
    const { controlUrl } = JSON.parse(readFileSync(join(cli.cwd, '.the-loop', 'state', 'server.json'), 'utf8'));
    const before = new ControlClient(controlUrl, readFileSync(file, 'utf8').trim());
    expect((await cli.run('token', 'rotate')).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await before.send('{ __typename }')).status).toBe(401);
    expect((await cli.run('status')).code).toBe(0);
    expect(server.child.exitCode).toBeNull();
  });

  test.each([
    ['sessions', 'list'],
    ['deliveries', 'list'],
    ['dispatches', 'list'],
    ['workspaces', 'list'],
    ['events', '--after', '0'],
    ['doctor'],
  ])('%s prints lists for people, for pipes and for programs', async (...words: string[]) => {
    await cli.run('sessions', 'pause', '--work-item', ITEM);
    await cli.run('send', 'issue_comment', '--work-item', ITEM);
    const json = JSON.parse((await cli.run(...words, '--format', 'json')).stdout) as object[];
    const jsonl = (await cli.run(...words, '--format', 'jsonl')).stdout.split('\n').filter(Boolean);
    const table = (await cli.run(...words)).stdout.split('\n').filter(Boolean);
    expect(Array.isArray(json)).toBe(true);
    expect([jsonl.length, table.length]).toEqual([json.length, json.length]);
    for (const line of jsonl) expect(typeof JSON.parse(line)).toBe('object');
  });

  test('a copy of the database is made while it is in use, and a session without a checkout says so', async () => {
    const { code, stdout } = await cli.run('backup');
    expect([code, statSync(stdout.trim()).isFile()]).toEqual([0, true]);
    const release = await cli.run('workspaces', 'release', '--work-item', ITEM);
    expect([release.code, release.stderr]).toEqual([1, 'The session has no checkout of its own\n']);
    expect((await cli.run('workspaces', 'prune', '--format', 'json')).stdout).toBe(
      '{\n  "releases": [],\n  "clones": []\n}\n',
    );
  });
});
