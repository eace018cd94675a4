import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { signatureOf } from '../../src/webhook/signature.js';
import { CliProcess, type Started } from '../cli/cli.process.js';
import { delivery, issue, labels } from '../routing/payloads.js';
import { GithubOverSsh } from '../support/github.over.ssh.js';
import { type StubRecord, stubRecords } from '../support/stub.record.js';
import { STUBS, until } from '../support/turn.bench.js';

const GO = 'the-loop: auto-execute';
const SECRET = 'a secret of sufficient length for this';

/** The product as it is installed, killed as an operating system kills. */
describe('kill -9 while a checkout is being made', () => {
  let cli: CliProcess;
  let github: GithubOverSsh;
  beforeEach(() => {
    cli = new CliProcess();
    github = new GithubOverSsh();
    github.git.remote('octo-org/octo-repo');
    const folder = join(cli.cwd, '.the-loop');
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'webhook.secret'), SECRET, { mode: 0o600 });
    const workspace = { root: github.root, cloneProtocol: 'ssh' };
    const routing = { enabled: true, spawnOnUnmatched: 'labeled', workspace };
    const config = {
      webhooks: { ghWebhook: { secretFile: '.the-loop/webhook.secret', routing } },
      harnesses: { claude: { binary: join(STUBS, 'stub-claude.mjs'), environment: ['STUB_RECORD'] } },
      control: { port: 0 },
      state: { drainSeconds: 0 },
    };
    writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  });
  afterEach(async () => {
    github.openGate();
    await cli.clear();
    github.close();
  });

  const record = (): string => join(cli.cwd, 'record.jsonl');
  const serve = async (more: Record<string, string> = {}): Promise<Started> => {
    const environment = { ...github.environment, STUB_RECORD: record(), NODE_ENV: 'test', ...more };
    const server = cli.spawned(['start', '--port', '0'], environment);
    await server.says(/^Control plane/);
    return server;
  };
  const post = async (): Promise<number> => {
    const { webhookUrl } = JSON.parse(readFileSync(join(cli.cwd, '.the-loop/state/server.json'), 'utf8')) as Address;
    const armed = issue({ labels: labels(GO) });
    const body = Buffer.from(JSON.stringify(delivery('labeled', { issue: armed, label: { name: GO } })));
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': signatureOf(SECRET, body),
    };
    return (await fetch(webhookUrl, { method: 'POST', headers, body })).status;
  };
  const turns = (event: StubRecord['event']): StubRecord[] => {
    return stubRecords(record(), event);
  };

  const madeOnce = async (): Promise<void> => {
    await until(() => turns('end')[0]);
    expect(turns('start').map(({ cwd, kind }) => [cwd, kind])).toEqual([[github.at('octo-repo#12'), 'spawn']]);
    expect(github.head('octo-repo#12').branch).toBe('the-loop/issue-12');
    expect(readdirSync(dirname(github.at('octo-repo#12'))).sort()).toEqual(['12', 'repository.git']);
    const { stdout } = await cli.run('workspaces', 'list', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject([
      { kind: 'checkout', workItem: 'github:octo-org/octo-repo#12', state: 'ready' },
      { kind: 'shared-clone' },
    ]);
  };

  test('the next start makes it, leaves nothing of the first attempt, and runs the turn once', async () => {
    const gate = github.closeGate();
    const first = await serve();
    expect(await post()).toBe(202);
    await gate.reached;
    await first.kill();
    expect(turns('start')).toEqual([]);
    await serve();
    github.openGate();
    await madeOnce();
  });

  test('when it has been made and nobody knows yet, the next start takes it as it stands', async () => {
    const first = await serve({ TL_FAILPOINT: 'after-prepare' });
    expect(await post()).toBe(202);
    await first.ended;
    expect([github.isThere('octo-repo#12'), turns('start')]).toEqual([true, []]);
    await serve();
    await madeOnce();
  });
});

interface Address {
  readonly webhookUrl: string;
}
