import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitProcess } from './git.process.js';

describe('one call of git', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'the-loop-call-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function git(script: string): GitProcess {
    const binary = join(folder, 'git');
    writeFileSync(binary, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return new GitProcess({ environment: { PATH: process.env.PATH }, binary });
  }

  test('its answer carries code, output and what it complained of', async () => {
    const answer = await git('echo out; echo err >&2; exit 3').run({ args: [], cwd: folder });
    expect(answer).toEqual({ ended: 'exited', code: 3, stdout: 'out\n', stderr: 'err\n' });
  });

  test('it has nothing to read from and no terminal', async () => {
    const { stdout } = await git('cat; (echo x > /dev/tty) 2>/dev/null || echo no terminal').run({
      args: [],
      cwd: folder,
    });
    expect(stdout).toBe('no terminal\n');
  });

  test('past its time the whole group is ended, also what does not heed the first signal', async () => {
    const script = `trap '' TERM; sleep 60 & echo $! > '${folder}/child'; wait; wait`;
    const answer = await git(script).run({ args: [], cwd: folder, timeoutMs: 300 });
    expect(answer).toMatchObject({ ended: 'timed-out' });
    const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
    expect(isLiving(child)).toBe(false);
  }, 20_000);

  test('silence ends it, words do not', async () => {
    const talking = git('for n in 1 2 3 4 5 6; do sleep 0.2; echo $n >&2; done');
    expect(await talking.run({ args: [], cwd: folder, silenceMs: 900 })).toMatchObject({ ended: 'exited', code: 0 });
    const silent = git('sleep 60');
    expect(await silent.run({ args: [], cwd: folder, silenceMs: 200 })).toMatchObject({ ended: 'timed-out' });
  });

  test('output without end ends it', async () => {
    const answer = await git('yes').run({ args: [], cwd: folder, maxOutputBytes: 100_000 });
    expect(answer.ended).toBe('too-much-output');
    expect(answer.stdout.length).toBeLessThanOrEqual(100_000);
  });

  test('something that stays behind and holds the pipes keeps nobody waiting', async () => {
    const answer = await git('sleep 60 & echo $! ; exit 0').run({ args: [], cwd: folder });
    expect(answer).toMatchObject({ ended: 'exited', code: 0 });
    process.kill(Number(answer.stdout), 'SIGKILL');
  });

  test('a process too busy to listen still hears all of it', async () => {
    // Another program's output and end arrive together; while its output is handled ours speaks and ends, so that our end
    // is told before our output is read, and then the time to read it passes.
    const other = spawn('/bin/sh', ['-c', 'echo ready'], { stdio: ['ignore', 'pipe', 'ignore'] });
    other.stdout.once('data', () => busy(600));
    other.once('exit', () => setImmediate(() => busy(700)));
    const answer = git('sleep 0.3; echo out; echo err >&2').run({ args: [], cwd: folder });
    busy(100);
    expect(await answer).toEqual({ ended: 'exited', code: 0, stdout: 'out\n', stderr: 'err\n' });
  });

  test('something that stays behind and never stops talking keeps nobody waiting either', async () => {
    const answer = await git('(while :; do echo y >&2; done) & echo $! ; exit 0').run({ args: [], cwd: folder });
    expect(answer).toMatchObject({ ended: 'exited', code: 0 });
    process.kill(Number(answer.stdout), 'SIGKILL');
  });

  test('lines of progress are told one by one', async () => {
    const told: string[] = [];
    const onLine = (line: string) => void told.push(line);
    await git(`printf 'a: 1%%\\ra: 2%%\\rdone\\n' >&2`).run({ args: [], cwd: folder, onLine });
    expect(told).toEqual(['a: 1%', 'a: 2%', 'done']);
  });

  test('a git that is missing and a directory that is gone are told apart', async () => {
    const missing = new GitProcess({ environment: {}, binary: join(folder, 'none') });
    expect((await missing.run({ args: [], cwd: folder })).ended).toBe('git-missing');
    expect((await git('true').run({ args: [], cwd: join(folder, 'none') })).ended).toBe('no-directory');
  });

  test('cancelled before it begins, it does not begin', async () => {
    const answer = await git(`touch '${folder}/ran'`).run({ args: [], cwd: folder, signal: AbortSignal.abort() });
    expect(answer.ended).toBe('cancelled');
  });
});

/** A process that has ended and is only waited for does not count. */
function isLiving(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Holds the whole process up, as a slow disk or the start of many programs does. */
function busy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
