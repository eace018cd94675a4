import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LivingServer } from '../lifecycle/living.server.js';
import { until } from '../support/turn.bench.js';

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** What the thread of the event loop asked of the kernel, in order. Syncing and answering both happen there. */
type Call = 'request' | 'sync' | 'accepted';

(canTrace ? describe : describe.skip)('a 202, as the kernel sees it', () => {
  let life: LivingServer;
  afterEach(() => life.end());

  async function traced(act: (life: LivingServer, post: () => Promise<number | undefined>) => Promise<void>) {
    life = new LivingServer({ spawnOnUnmatched: 'never' });
    const server = await life.start();
    const file = join(life.cli.cwd, 'trace');
    const calls = 'trace=fsync,fdatasync,read,recvfrom,write,writev,sendto';
    const tracer = spawn('strace', ['-y', '-e', calls, '-s', '64', '-o', file, '-p', String(server.child.pid)], {
      stdio: 'ignore',
    });
    await until(() => existsSync(file) && /TracerPid:\t[1-9]/.test(status(server.child.pid!)));
    await act(life, () => life.comment(server));
    tracer.kill('SIGINT');
    await once(tracer, 'exit');
    return callsIn(readFileSync(file, 'utf8'));
  }

  test('comes after a sync of the log that began after the request was read', async () => {
    const calls = await traced(async (_, post) => {
      for (let number = 0; number < 5; number += 1) expect(await post()).toBe(202);
    });
    expect(calls.filter((call) => call === 'accepted')).toHaveLength(5);
    let isSynced = false;
    for (const call of calls) {
      if (call === 'accepted') expect(isSynced).toBe(true);
      isSynced = call === 'sync' || (isSynced && call !== 'request');
    }
  });

  test('shares its sync with others that came together', async () => {
    const calls = await traced(async (_, post) => {
      const answers = await Promise.all(Array.from({ length: 40 }, post));
      expect(answers.every((status) => status === 202)).toBe(true);
    });
    const count = (wanted: Call): number => calls.filter((call) => call === wanted).length;
    expect(count('accepted')).toBe(40);
    expect(count('sync')).toBeLessThan(40);
    // No answer before the first sync, and none left for after the last request without one in between.
    expect(calls.indexOf('sync')).toBeLessThan(calls.indexOf('accepted'));
    expect(calls.lastIndexOf('sync')).toBeGreaterThan(calls.lastIndexOf('request'));
  });
});

function callsIn(trace: string): Call[] {
  return trace.split('\n').flatMap((line): Call[] => {
    if (/^(read|recvfrom)\(.*"POST \/gh-webhook/.test(line)) return ['request'];
    if (/^f(data)?sync\(\d+<[^>]*\.sqlite-wal>\) += 0/.test(line)) return ['sync'];
    return /^(write|writev|sendto)\(.*HTTP\/1\.1 202/.test(line) ? ['accepted'] : [];
  });
}

function status(pid: number): string {
  return readFileSync(`/proc/${pid}/status`, 'utf8');
}
