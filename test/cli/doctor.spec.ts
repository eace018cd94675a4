import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliProcess } from './cli.process.js';

let cli: CliProcess;
beforeEach(() => (cli = new CliProcess()));
afterEach(() => cli.clear());

function configure(routing: object): void {
  const state = join(cli.cwd, '.the-loop');
  mkdirSync(state, { mode: 0o700 });
  writeFileSync(join(state, 'webhook.secret'), 'a secret of sufficient length for this', { mode: 0o600 });
  const claude = join(cli.cwd, 'claude');
  writeFileSync(claude, '#!/bin/sh\necho "2.1.332 (Claude Code)"\n');
  chmodSync(claude, 0o755);
  const config = {
    webhooks: { ghWebhook: { port: 0, secretFile: '.the-loop/webhook.secret', routing } },
    harnesses: { claude: { binary: claude } },
    control: { port: 0 },
    state: { drainSeconds: 0 },
  };
  writeFileSync(join(state, 'config.yaml'), JSON.stringify(config));
}

test('the exit code says whether something has to be done, with a server and without', async () => {
  configure({ enabled: true });
  const offline = await cli.run('doctor');
  expect([offline.code, offline.stdout]).toEqual([0, expect.stringMatching(/^ok\trouting\ton\t$/m)]);
  expect(offline.stderr).toMatch(/not running .*what a start would meet/);

  await cli.serve();
  const online = await cli.run('doctor', '--format', 'json');
  expect([online.code, online.stderr]).toEqual([0, '']);
  expect(JSON.parse(online.stdout)).toContainEqual({
    name: 'claude',
    state: 'ok',
    found: `${join(cli.cwd, 'claude')}, 2.1.332 (Claude Code)`,
    advice: null,
  });
  chmodSync(join(cli.cwd, 'claude'), 0o644);
  const ill = await cli.run('doctor', '--format', 'jsonl');
  expect(ill.code).toBe(1);
  const problems = ill.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ state }) => state === 'problem');
  expect(problems).toEqual([
    { name: 'claude', state: 'problem', found: expect.stringContaining('not executable'), advice: expect.any(String) },
  ]);
});

test('a configuration that cannot be read is a finding', async () => {
  configure({ enabld: true });
  const { code, stdout } = await cli.run('doctor');
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^problem\tconfiguration\t.*enabld/)]);
});
