import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SAMPLE_EVENTS } from '../../src/cli/sample-events.js';
import { CliProcess, type Started } from './cli.process.js';

const ITEM = 'github:octo-org/octo-repo#15';

let cli: CliProcess;
beforeEach(() => (cli = new CliProcess()));
afterEach(() => cli.clear());

const register = (...more: string[]) =>
  cli.run('sessions', 'register', '--work-item', ITEM, '--harness', 'claude', '--no-check', ...more);
const state = (...path: string[]) => join(cli.cwd, '.the-loop', ...path);

/** A configuration beside which nothing else runs: free ports, and a harness that is not there. */
function configure(settings: Record<string, unknown> = {}): void {
  mkdirSync(state(), { recursive: true, mode: 0o700 });
  writeFileSync(state('webhook.secret'), 'a secret of sufficient length for this', { mode: 0o600 });
  const config = {
    webhooks: { ghWebhook: { secretFile: '.the-loop/webhook.secret', routing: { enabled: true } } },
    harnesses: { claude: { binary: '/nonexistent/claude' } },
    control: { port: 0 },
    state: { drainSeconds: 0 },
    ...settings,
  };
  writeFileSync(state('config.yaml'), JSON.stringify(config));
}

test('--version tells the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await cli.run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

describe('init', () => {
  test('writes a configuration that starts, and a secret nobody else can read', async () => {
    const { code, stdout } = await cli.run('init');
    expect(code).toBe(0);
    expect(statSync(state('webhook.secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(state('webhook.secret'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(join(cli.cwd, '.gitignore'), 'utf8')).toBe('.the-loop/\n');
    expect(stdout).toContain('Content type   application/json');
    expect(stdout).not.toContain(readFileSync(state('webhook.secret'), 'utf8'));

    const config = readFileSync(state('config.yaml'), 'utf8');
    writeFileSync(state('config.yaml'), config.replace('# control:\n#   port: 8788', 'control:\n  port: 0'));
    const server = await cli.serve();
    expect(server.lines.join('\n')).not.toMatch(/routing is off|Cannot/i);
  });

  test('leaves alone what is there', async () => {
    await cli.run('init');
    const before = [readFileSync(state('webhook.secret'), 'utf8'), readFileSync(state('config.yaml'), 'utf8')];
    const { code, stdout } = await cli.run('init');
    expect(code).toBe(0);
    expect(stdout).toContain('Kept');
    expect([readFileSync(state('webhook.secret'), 'utf8'), readFileSync(state('config.yaml'), 'utf8')]).toEqual(before);
    expect(readFileSync(join(cli.cwd, '.gitignore'), 'utf8')).toBe('.the-loop/\n');
  });
});

describe('start and stop', () => {
  test('a wrong configuration ends with 2 and names every problem', async () => {
    configure({ controll: {}, queue: { maxPerSession: 0 } });
    const { code, stderr } = await cli.run('start');
    expect(code).toBe(2);
    expect(stderr).toMatch(/controll[\s\S]*maxPerSession/);
  });

  test('a second instance on the same state ends with 3', async () => {
    configure();
    await cli.serve();
    const second = await cli.run('start', '--port', '0');
    expect(second.code).toBe(3);
    expect(second.stderr).toContain('holds it');
  });

  test('routing that is off is told, and --route turns it on', async () => {
    configure({ webhooks: { ghWebhook: { secretFile: '.the-loop/webhook.secret' } } });
    const off = await cli.serve();
    await off.says(/^Routing is off/);
    expect((await cli.run('status')).stdout).toContain('off: deliveries are stored');
    await cli.run('stop');
    const on = await cli.serve('--route');
    expect(on.lines.join('\n')).not.toContain('Routing is off');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle server with 0', async (signal) => {
    configure();
    const server = await cli.serve();
    server.child.kill(signal);
    expect((await server.ended).code).toBe(0);
    expect((await cli.run('status')).code).toBe(1);
  });

  test('stop waits until the server has ended', async () => {
    configure();
    const server = await cli.serve();
    const stopped = await cli.run('stop');
    expect(stopped).toEqual({ code: 0, stdout: 'The server has stopped\n', stderr: '' });
    expect((await server.ended).code).toBe(0);
    expect((await cli.run('stop')).code).toBe(1);
  });

  test('stop --kill ends the server too', async () => {
    configure();
    const server = await cli.serve();
    expect((await cli.run('stop', '--kill')).code).toBe(0);
    expect((await server.ended).code).toBe(0);
  });

  test('a reader of the log that goes away does not end the server', async () => {
    configure();
    const server = await cli.serve();
    server.child.stdout!.destroy();
    server.child.stderr!.destroy();
    for (let i = 0; i < 3; i++) expect((await cli.run('send', 'issue_comment', '--work-item', ITEM)).code).toBe(0);
    expect((await cli.run('status')).code).toBe(0);
    expect(server.child.exitCode).toBeNull();
  });

  test('--detach answers when deliveries are taken, and says why not when they are not', async () => {
    configure();
    const { code, stdout } = await cli.run('start', '--port', '0', '--detach');
    expect(code).toBe(0);
    expect(stdout).toMatch(/runs as process \d+[\s\S]*Webhooks are taken at http:\/\/127\.0\.0\.1:\d+\/gh-webhook/);
    expect(readFileSync(state('state', 'the-loop.log'), 'utf8')).toContain('server.started');
    const second = await cli.run('start', '--port', '0', '--detach');
    expect(second.code).toBe(3);
    expect(second.stderr).toContain('holds it');
    expect((await cli.run('stop')).code).toBe(0);
  });
});

describe('a running server', () => {
  let server: Started;
  beforeEach(async () => {
    configure();
    server = await cli.serve();
  });

  test('keeps one session for one work item, and shows it as the record scripts know', async () => {
    expect((await register('--harness-session-id', 'one')).code).toBe(0);
    const again = await register('--harness-session-id', 'two');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('--force');
    expect((await register('--harness-session-id', 'two', '--force')).code).toBe(0);

    const { stdout } = await cli.run('sessions', 'list', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual([
      {
        workItem: { ref: ITEM, provider: 'github', owner: 'octo-org', repo: 'octo-repo', number: 15 },
        harness: 'claude',
        harnessSessionId: 'two',
        cwd: cli.cwd,
        status: 'active',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        lastEventAt: null,
        recentDeliveries: [],
      },
    ]);

    expect((await cli.run('sessions', 'pause', '--work-item', ITEM)).stdout).toContain('is paused');
    expect((await cli.run('sessions', 'resume', '--work-item', ITEM)).stdout).toContain('is active');
    expect((await cli.run('sessions', 'close', '--work-item', 'github:Octo-Org/octo-repo#15')).stdout).toContain(
      'is closed',
    );
    expect((await cli.run('sessions', 'list', '--status', 'active', '--format', 'json')).stdout).toBe('[]\n');
    expect((await cli.run('sessions', 'list', '--status', 'closed')).stdout).toMatch(
      /^github:octo-org\/octo-repo#15\tclosed\t/,
    );
  });

  test('refuses to register what cannot be right, says why, and stores nothing', async () => {
    const base = { '--work-item': ITEM, '--harness': 'claude', '--harness-session-id': 'one' };
    const cases: [Record<string, string>, number, string][] = [
      [{ '--work-item': 'octo-repo#15' }, 2, 'expected github:owner/repo#number'],
      [{ '--work-item': 'jira:ABC-1' }, 2, 'jira: is reserved'],
      [{ '--harness': 'vim' }, 2, 'vim'],
      [{ '--harness-session-id=-x': '' }, 2, 'session id'],
      [{}, 1, '/nonexistent/claude'],
    ];
    for (const [changed, code, sentence] of cases) {
      const words = Object.entries({ ...base, ...changed }).flat();
      const refused = await cli.run('sessions', 'register', ...words.filter((word) => word !== ''));
      expect([refused.code, refused.stdout]).toEqual([code, '']);
      expect(refused.stderr).toContain(sentence);
    }
    expect((await cli.run('sessions', 'list')).stdout).toBe('');
  });

  test('takes a signed sample, tells what was decided and shows it later', async () => {
    const sent = await cli.run('send', 'issue_comment', '--work-item', ITEM);
    expect(sent.code).toBe(0);
    const [id = '', outcome, reason] = sent.stdout.trim().split('\t');
    expect([outcome, reason]).toEqual(['ignored', 'policy-never']);
    const [row] = (await cli.run('deliveries', 'list', '--work-item', ITEM)).stdout.split('\n');
    expect(row!.split('\t').slice(1)).toEqual([
      'issue_comment.created',
      ITEM,
      'octocat',
      'ignored',
      'policy-never',
      id,
    ]);

    const shown = await cli.run('deliveries', 'show', id, '--payload');
    expect(shown.stdout).toMatch(/outcome +ignored \(policy-never\)/);
    expect(shown.stdout).toContain('"body": "Please have a look."');
    const record = JSON.parse((await cli.run('deliveries', 'show', id, '--format', 'json')).stdout);
    expect(record).toMatchObject({ id, outcome: 'ignored', decision: { mentions: [{ workItem: ITEM }] } });
    expect((await cli.run('deliveries', 'show', 'nothing')).code).toBe(1);
  });

  test('every sample names its work item', async () => {
    const names = Object.keys(SAMPLE_EVENTS).filter((name) => name !== 'ping');
    for (const name of names) expect((await cli.run('send', name, '--work-item', ITEM)).code).toBe(0);
    const { stdout } = await cli.run('deliveries', 'list', '--limit', '100', '--format', 'json');
    const told = (JSON.parse(stdout) as { event: string; action: string; outcome: string; refs: string[] }[]).reverse();
    expect(told.map(({ event, action }) => `${event}.${action}`)).toEqual(names);
    for (const { refs, outcome } of told) expect([refs[0], outcome]).toEqual([ITEM, 'ignored']);
    expect((await cli.run('send', 'ping')).stdout).toContain('ping');
  });

  test('explains what an event would lead to, and stores nothing', async () => {
    const { code, stdout } = await cli.run('explain', 'issue_comment', '--work-item', ITEM, '--association', 'NONE');
    expect(code).toBe(0);
    expect(stdout).toMatch(/outcome +ignored \(unauthorized-actor\)/);
    expect((await cli.run('deliveries', 'list')).stdout).toBe('');
  });

  test('holds what cannot run, can cancel it, and says what waits', async () => {
    await register('--harness-session-id', 'one');
    await cli.run('sessions', 'pause', '--work-item', ITEM);
    await cli.run('send', 'issue_comment', '--work-item', ITEM);
    const { stdout: status } = await cli.run('status', '--format', 'json');
    expect(JSON.parse(status)).toMatchObject({
      routing: true,
      waiting: [{ reason: 'paused', count: 1, session: { workItem: ITEM } }],
    });
    const { stdout: list } = await cli.run('dispatches', 'list', '--format', 'json');
    const [dispatch] = JSON.parse(list) as { id: string }[];
    expect(dispatch).toMatchObject({ kind: 'resume', state: 'held', outcome: 'paused' });
    expect((await cli.run('dispatches', 'cancel', dispatch!.id)).stdout).toContain('is cancelled');
    expect((await cli.run('dispatches', 'cancel', 'nothing')).code).toBe(1);
  });

  test('foreign text reaches neither a terminal nor a pipe as something that steers it', async () => {
    const text = 'a\u001b[2J\u202eb';
    const { stdout: sent } = await cli.run('send', 'issue_comment', '--work-item', ITEM, '--text', text);
    const id = sent.split('\t')[0]!;
    for (const format of ['table', 'json', 'jsonl']) {
      const { stdout } = await cli.run('deliveries', 'show', id, '--payload', '--format', format);
      expect(stdout).not.toMatch(/[\u001b\u202e]/);
      expect(stdout).toContain('a\\u001b[2J\\u202eb');
    }
  });

  test('events --follow goes on where it was after a restart, without gap or double', async () => {
    const following = cli.spawned(['events', '--follow', '--after', '0', '--format', 'jsonl']);
    await following.says(/server\.started/);
    await cli.run('send', 'issue_comment', '--work-item', ITEM, '--delivery', 'before');
    await following.says(/"before"/);
    server.child.kill('SIGKILL');
    await server.ended;
    await following.says(/^The server is gone/);
    await cli.serve();
    await cli.run('send', 'issue_comment', '--work-item', ITEM, '--delivery', 'after');
    await following.says(/routing\.dropped.*"after"/);
    const seen = following.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).seq as number);
    const { stdout } = await cli.run('events', '--after', '0', '--format', 'json');
    expect(seen).toEqual(JSON.parse(stdout).map(({ seq }: { seq: number }) => seq));
  });

  test('is found from a directory below it, and from anywhere by its configuration', async () => {
    mkdirSync(join(cli.cwd, 'below', 'deeper'), { recursive: true });
    const stranger = new CliProcess();
    try {
      expect((await cli.in(join(cli.cwd, 'below', 'deeper'), 'status')).code).toBe(0);
      expect((await stranger.run('status')).code).toBe(1);
      expect((await stranger.run('status', '--config', state('config.yaml'))).code).toBe(0);
    } finally {
      await stranger.clear();
    }
  });

  test('events --follow ends when its reader goes away', async () => {
    const following = cli.spawned(['events', '--follow', '--after', '0']);
    await following.says(/server\.started/);
    following.child.stdout!.destroy();
    await cli.run('send', 'issue_comment', '--work-item', ITEM);
    expect((await following.ended).code).toBe(0);
  });

  test('a state folder that came with a checkout is not trusted', async () => {
    const { controlUrl, webhookUrl, pid } = JSON.parse(readFileSync(state('state', 'server.json'), 'utf8'));
    mkdirSync(join(cli.cwd, 'checkout', '.the-loop', 'state'), { recursive: true });
    const foreign = join(cli.cwd, 'checkout', '.the-loop', 'state', 'server.json');
    writeFileSync(foreign, JSON.stringify({ controlUrl, webhookUrl, pid }), { mode: 0o644 });
    const visitor = new CliProcess();
    try {
      const config = join(visitor.cwd, 'config.yaml');
      writeFileSync(config, JSON.stringify({ state: { root: join(cli.cwd, 'checkout', '.the-loop') } }));
      const { code, stderr } = await visitor.run('status', '--config', config);
      expect(code).toBe(1);
      expect(stderr).toContain('readable by nobody else');
    } finally {
      await visitor.clear();
    }
  });
});

describe('a running turn', () => {
  test('dispatches output --follow tells it live, across a restart of the server, to its end', async () => {
    const claude = { binary: resolve('demo/harness.mjs'), environment: ['THE_LOOP_DEMO_PACE_MS'] };
    const environment = { THE_LOOP_DEMO_PACE_MS: '1500' };
    configure({ harnesses: { claude } });
    const server = cli.spawned(['start', '--port', '0'], environment);
    await server.says(/^Control plane/);
    await register('--harness-session-id', 'one');
    await cli.run('send', 'issue_comment', '--work-item', ITEM, '--text', 'What is it?');
    const list = await cli.run('dispatches', 'list', '--format', 'json');
    const [dispatch] = JSON.parse(list.stdout) as { id: string }[];

    const following = cli.spawned(['dispatches', 'output', dispatch!.id, '--follow']);
    await following.says(/^I read the comment: "What is it\?"$/);
    server.child.kill('SIGKILL');
    await server.ended;
    await cli.serve();
    const { code, stdout } = await following.ended;
    expect(code).toBe(0);
    expect(stdout.match(/^(I read|It is the first|I would|Answered)/gm)).toEqual([
      'I read',
      'It is the first',
      'I would',
      'Answered',
    ]);
  });
});
