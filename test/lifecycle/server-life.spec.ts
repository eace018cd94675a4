import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, until } from '../support/turn.bench.js';
import { LivingServer } from './living.server.js';

let life: LivingServer;
afterEach(() => life.end());

describe('a stop', () => {
  test('leaves a turn that runs longer than its grace to the next start: it runs once', async () => {
    life = new LivingServer();
    life.plan({ do: { hold: life.gate } });
    const first = await life.start();
    expect(await life.comment(first)).toBe(202);
    const { pid } = await until(() => life.runs()[0]);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    expect(isAlive(pid)).toBe(true);
    expect(life.states()).toEqual(['running']);
    life.openGate();
    const second = await life.start();
    await life.untilStates('succeeded');
    expect(life.runs()).toHaveLength(1);
    second.child.kill('SIGINT');
    expect((await second.ended).code).toBe(0);
  });

  test('waits for a turn within its grace', async () => {
    life = new LivingServer({ drainSeconds: 60 });
    life.plan({ do: { hold: life.gate } });
    const server = await life.start();
    await life.comment(server);
    await until(() => life.runs()[0]);
    server.child.kill('SIGTERM');
    await server.says(/^Stopping/);
    expect(await life.comment(server)).not.toBe(202);
    life.openGate();
    expect((await server.ended).code).toBe(0);
    expect(life.states()).toEqual(['succeeded']);
  });

  test('asked for twice skips its grace', async () => {
    life = new LivingServer({ drainSeconds: 600 });
    life.plan({ do: { hold: life.gate } });
    const server = await life.start();
    await life.comment(server);
    const { pid } = await until(() => life.runs()[0]);
    server.child.kill('SIGINT');
    await server.says(/^Stopping/);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(isAlive(pid)).toBe(true);
  });

  test('with --kill ends the turn, which is owed once more and never told as a success', async () => {
    life = new LivingServer();
    life.plan({ times: 1, do: { hold: life.gate, child: 'setsid' } }, { do: { text: 'done' } });
    const server = await life.start();
    await life.comment(server);
    const { pid } = await until(() => life.runs()[0]);
    expect((await life.cli.run('stop', '--kill')).code).toBe(0);
    expect((await server.ended).code).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(life.states()).toEqual(['queued']);
    await life.start();
    await life.untilStates('succeeded');
    expect(life.runs()[1]!.stdin).toContain('this was delivered to you before');
  });

  test.each([200, 700, 1200, 1800])(
    'that comes %i ms into a start, in the middle of a recovery, leaves everything as it was',
    async (afterMs) => {
      life = new LivingServer();
      life.plan({ do: { hold: life.gate } });
      const first = await life.start();
      for (const issue of [1, 2, 1]) expect(await life.comment(first, issue)).toBe(202);
      await until(() => life.runs()[1]);
      await first.kill();

      const second = life.begin();
      await sleep(afterMs);
      second.child.kill(afterMs % 400 === 0 ? 'SIGTERM' : 'SIGINT');
      const { code } = await second.ended;
      // Before it listens to signals nothing has been touched yet, and the signal itself ends it.
      expect(code ?? second.child.signalCode).toEqual(code === 0 ? 0 : second.child.signalCode);
      expect(life.states()).toEqual(['running', 'running', 'queued']);

      life.openGate();
      await life.start();
      await life.untilStates('succeeded', 'succeeded', 'succeeded');
      expect(life.runs()).toHaveLength(3);
    },
  );

  test('of whoever reads the log stops nothing', async () => {
    life = new LivingServer();
    life.plan({ do: { hold: life.gate } });
    const server = await life.start();
    await life.comment(server);
    await until(() => life.runs()[0]);
    server.child.stdout!.destroy();
    server.child.stderr!.destroy();
    life.openGate();
    await life.untilStates('succeeded');
    server.child.kill('SIGTERM');
    await until(() => server.child.exitCode !== null);
    expect(server.child.exitCode).toBe(0);
  });
});

describe('a second server on one state', () => {
  test('ends with 3, names the first, and touches nothing', async () => {
    life = new LivingServer();
    life.plan({ do: { hold: life.gate } });
    const first = await life.start();
    await life.comment(first);
    await until(() => life.runs()[0]);
    // From here on the first one has nothing to write until the turn goes on.
    await until(() => life.read<{ status: string }>('SELECT status FROM session')[0]?.status === 'active');
    await until(() => fingerprint(life.path()).some((line) => /events\.jsonl [1-9]/.test(line)));
    const before = fingerprint(life.path());
    const { code, stderr } = await life.begin({ TL_FAILPOINT: 'in-recovery' }).ended;
    expect(code).toBe(3);
    expect(stderr).toContain(`process ${first.child.pid}`);
    expect(fingerprint(life.path())).toEqual(before);
    life.openGate();
    await life.untilStates('succeeded');
  });

  test('gets the state as soon as the first was killed, whatever that has left', async () => {
    life = new LivingServer();
    await (await life.start()).kill();
    expect(await life.comment(await life.start())).toBe(202);
  });
});

describe('a server that dies again and again before a turn could begin', () => {
  test('sets nothing aside: the event runs once, in its place', async () => {
    life = new LivingServer();
    const first = await life.start({ TL_FAILPOINT: 'after-claim-before-spawn' });
    expect(await life.comment(first)).toBe(202);
    expect((await first.ended).code).toBeNull();
    for (let start = 2; start <= 5; start += 1) {
      expect((await life.begin({ TL_FAILPOINT: 'after-claim-before-spawn' }).ended).code).toBeNull();
    }
    const last = await life.start();
    expect(await life.comment(last)).toBe(202);
    await life.untilStates('succeeded', 'succeeded');
    expect(life.runs()).toHaveLength(2);
    expect(life.runs()[0]!.stdin).not.toContain('this was delivered to you before');
  });
});

describe('the store', () => {
  test('is brought back from a backup by the command that the refusal names', async () => {
    life = new LivingServer();
    const first = await life.start();
    await life.comment(first, 12, 'kept');
    await life.untilStates('succeeded');
    const saved = await life.cli.run('backup');
    expect(saved.code).toBe(0);
    await life.comment(first, 12, 'later');
    await life.untilStates('succeeded', 'succeeded');
    await life.cli.run('stop');
    await first.ended;

    writeFileSync(life.database, Buffer.alloc(8192, 7));
    const refused = await life.begin().ended;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(life.database);
    const command = /restore the last backup with: (.*)$/m.exec(refused.stderr)![1]!;
    expect(readFileSync(life.database)).toEqual(Buffer.alloc(8192, 7));

    execFileSync('/bin/sh', ['-c', command]);
    const again = await life.start();
    expect(life.read('SELECT deliveryId FROM delivery')).toEqual([{ deliveryId: 'kept' }]);
    // What came after the backup is known no longer: sent again, it is new.
    expect(await life.comment(again, 12, 'later')).toBe(202);
    await life.untilStates('succeeded', 'succeeded');
  });

  test('that has vanished is not begun anew over a history', async () => {
    life = new LivingServer();
    const first = await life.start();
    await life.comment(first);
    expect((await life.cli.run('backup')).code).toBe(0);
    await life.cli.run('stop');
    await first.ended;
    for (const name of readdirSync(life.path('state'))) {
      if (name.startsWith('the-loop.sqlite')) rmSync(life.path('state', name));
    }
    const refused = await life.begin().ended;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('missing or empty, but there are backups');
  });
});

/** Every file with its size and the time of its last change; what the living first server writes itself is left out. */
function fingerprint(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => !name.endsWith('-shm'))
    .map((name) => [name, statSync(join(folder, name))] as const)
    .map(([name, { size, mtimeMs }]) => `${name} ${size} ${mtimeMs}`)
    .sort();
}
