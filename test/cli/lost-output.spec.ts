import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliProcess } from './cli.process.js';

/** Every write to it fails for want of space, as on a full disk. */
const FULL = '/dev/full';
const onFullDisk = existsSync(FULL) ? describe : describe.skip;

onFullDisk('output on a full disk', () => {
  let cli: CliProcess;
  beforeEach(() => (cli = new CliProcess()));
  afterEach(() => cli.clear());

  test('a command says in a sentence that it could not answer', async () => {
    expect(await cli.toFile(FULL, '--version').ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Cannot write the output: ENOSPC[^\n]*\n$/),
    });
  });

  test('a server whose log cannot be written goes on, and can be stopped', async () => {
    const state = join(cli.cwd, '.the-loop');
    mkdirSync(state, { mode: 0o700 });
    writeFileSync(join(state, 'secret'), 'a secret of sufficient length for this', { mode: 0o600 });
    const ghWebhook = { secretFile: '.the-loop/secret', routing: { enabled: true } };
    writeFileSync(join(state, 'config.yaml'), JSON.stringify({ webhooks: { ghWebhook }, control: { port: 0 } }));
    const server = cli.toFile(FULL, 'start', '--port', '0');
    await server.says(/^Control plane/);
    await server.says(/^Cannot write the output/);
    for (let i = 0; i < 3; i += 1) {
      expect(await cli.run('send', 'ping')).toMatchObject({ code: 0 });
    }
    expect(JSON.parse(readFileSync(join(state, 'state', 'server.json'), 'utf8'))).toMatchObject({
      pid: server.child.pid,
    });
    expect(await cli.run('stop')).toMatchObject({ code: 0 });
    expect((await server.ended).stderr).not.toMatch(/\n {4}at /);
  });
});
