import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnSpec } from '../../src/harness/turn-spec.js';
import { ShellAdapter } from '../support/shell.adapter.js';
import { hear, isAlive, TurnBench, until } from '../support/turn.bench.js';

const RESULT = `echo '{"done":true}'`;
const FOREVER = 'while :; do sleep 1; done';

describe('how turns end', () => {
  let bench: TurnBench;
  beforeEach(() => (bench = new TurnBench()));
  afterEach(() => bench.remove());

  const shell = (script: string, more: Partial<TurnSpec> = {}) =>
    bench.spec(new ShellAdapter(), '/bin/sh', { prompt: script }, more);

  describe('the status', () => {
    it.each([
      ['exit 0', 0, 'completed'],
      ['exit 7', 7, 'agent-error'],
      ['exit 255', 255, 'agent-error'],
      ['exec /no/such/program', 127, 'not-installed'],
      [': >plain; exec ./plain', 126, 'not-installed'],
      ['kill -KILL $$', 137, 'killed'],
      ['kill -SEGV $$', 139, 'killed'],
      ['kill -PIPE $$', 141, 'killed'],
      ['kill -TERM $$', 143, 'killed'],
      ['kill -TERM 0', 143, 'killed'],
      ['kill -INT 0', 130, 'killed'],
      ['kill -HUP 0', 129, 'killed'],
      ['kill -QUIT 0', 131, 'killed'],
      ["trap '' TERM; kill -TERM 0; exit 5", 5, 'agent-error'],
    ])('of "%s" is %d', async (script, code, expected) => {
      const spec = shell(`${RESULT}; ${script}`);
      expect(await bench.runner.run(spec, hear().hooks)).toMatchObject({ class: expected, exitCode: code });
      expect(readdirSync(spec.directory)).toContain(`exit.${code}`);
    });

    it('is read also from a result without a newline', async () => {
      expect((await bench.runner.run(shell(`printf '{"done":true}'`), hear().hooks)).class).toBe('completed');
    });
  });

  describe('stopping leaves nothing', () => {
    const pidFile = () => join(bench.root, 'pid');
    const noted = (script: string) => `sh -c 'echo $$ >>${pidFile()}; ${script}'`;
    const pids = () => readFileSync(pidFile(), 'utf8').split('\n').filter(Boolean).map(Number);

    it.each([
      ['a plain tree', () => `${noted(FOREVER)} & ${FOREVER}`, 143],
      ['a tree that ignores TERM', () => `trap "" TERM; ${noted(FOREVER)} & ${FOREVER}`, 137],
      ['a grandchild in its own session', () => `setsid ${noted(FOREVER)} & ${FOREVER}`, 143],
      ['one that ignores TERM', () => `setsid ${noted(`trap "" TERM; ${FOREVER}`)} & ${FOREVER}`, 143],
      ['one with an emptied environment', () => `env -i setsid ${noted(FOREVER)} & ${FOREVER}`, 143],
    ])('of %s', async (_name, script, code) => {
      const heard = hear();
      const running = bench.runner.run(shell(script()), heard.hooks);
      await until(() => existsSync(pidFile()) && pids().length > 0);
      heard.stop.abort();
      expect(await running).toMatchObject({ class: 'killed', exitCode: code });
      expect(pids().filter(isAlive)).toEqual([]);
    });

    it.each([
      ['in the group of a leader that is gone', () => `${noted(FOREVER)} & ${RESULT}`],
      ['in a session of its own', () => `setsid ${noted(FOREVER)} & ${RESULT}`],
    ])('of a child that stays behind %s', async (_name, script) => {
      const wait = `while [ ! -s ${pidFile()} ]; do sleep 0.02; done`;
      expect((await bench.runner.run(shell(`${script()}; ${wait}`), hear().hooks)).class).toBe('completed');
      expect(pids().filter(isAlive)).toEqual([]);
    });

    it('of an orphan with an emptied environment that was seen before', async () => {
      const orphan = `(env -i setsid ${noted(FOREVER)} & sleep 0.6)`;
      const running = bench.runner.run(shell(`${orphan}; sleep 0.3; ${RESULT}`), hear().hooks);
      expect((await running).class).toBe('completed');
      expect(pids().filter(isAlive)).toEqual([]);
    });
  });

  it('begins nothing when it is ended before its start', async () => {
    const heard = hear();
    heard.stop.abort();
    const spec = shell(RESULT);
    expect((await bench.runner.run(spec, heard.hooks)).class).toBe('killed');
    expect(existsSync(spec.directory)).toBe(false);
  });

  it('ends a turn at whatever moment of its start', async () => {
    for (let delay = 0; delay < 12; delay += 1) {
      const heard = hear();
      const spec = shell(FOREVER);
      const running = bench.runner.run(spec, heard.hooks);
      setTimeout(() => heard.stop.abort(), delay);
      expect((await running).class).toBe('killed');
      expect(await bench.leftOf(spec.attemptId)).toEqual([]);
    }
  });

  it('ends a turn also when its intent cannot be stored', async () => {
    const heard = hear();
    const hooks = { ...heard.hooks, onEnding: () => Promise.reject(new Error('the store is away')) };
    const running = bench.runner.run(shell(FOREVER), hooks);
    heard.stop.abort('cancelled');
    expect((await running).class).toBe('killed');
  });

  it('hands on what a listener throws, after the turn is over', async () => {
    const spec = shell(RESULT);
    const adapter = new ShellAdapter();
    adapter.read = () => [{ kind: 'started', harnessSessionId: 'x', version: null, model: null }];
    const turn = { ...spec.turn, kind: 'spawn' as const };
    const hooks = { ...hear().hooks, onNamed: () => Promise.reject(new Error('no room for a name')) };
    await expect(bench.runner.run({ ...spec, adapter, turn }, hooks)).rejects.toThrow('no room for a name');
    expect(await bench.leftOf(spec.attemptId)).toEqual([]);
  });

  it('keeps the directory and its files to their owner', async () => {
    const spec = shell(`umask 0; ${RESULT}`);
    await bench.runner.run(spec, hear().hooks);
    expect(statSync(spec.directory).mode & 0o777).toBe(0o700);
    for (const name of ['prompt.txt', 'out', 'err', 'events.jsonl', 'exit.0']) {
      expect(statSync(join(spec.directory, name)).mode & 0o077).toBe(0);
    }
  });

  it('needs no tools on the PATH of the harness', async () => {
    const spec = shell(RESULT);
    const environment = { ...spec.environment, PATH: bench.tree };
    expect((await bench.runner.run({ ...spec, environment }, hear().hooks)).class).toBe('completed');
  });

  it('drops a line that is too long and says so', async () => {
    const spec = shell(`head -c 40000000 /dev/zero | tr '\\0' x; echo; true`);
    const outcome = await bench.runner.run(spec, hear().hooks);
    expect(outcome).toMatchObject({ class: 'no-result', detail: expect.stringContaining('too long') as string });
  });

  it('leaves no descriptor and no zombie after many turns', async () => {
    const run = () => bench.runner.run(shell(RESULT), hear().hooks);
    await run();
    const before = readdirSync('/proc/self/fd').length;
    for (let batch = 0; batch < 10; batch += 1) {
      const outcomes = await Promise.all(Array.from({ length: 8 }, run));
      expect(outcomes.map((outcome) => outcome.class)).toEqual(Array(8).fill('completed'));
    }
    const missing = join(bench.root, 'missing');
    for (let start = 0; start < 50; start += 1) {
      const spec = shell(RESULT);
      await bench.runner.run({ ...spec, turn: { ...spec.turn, binary: missing } }, hear().hooks);
      await bench.runner.run({ ...spec, turn: { ...spec.turn, prompt: 'x'.repeat(200_000) } }, hear().hooks);
    }
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 1);
  });

  it('says that a run directory cannot be made', async () => {
    writeFileSync(join(bench.root, 'runs'), 'no directory');
    const outcome = await bench.runner.run(shell(RESULT), hear().hooks);
    expect(outcome).toMatchObject({ class: 'never-started', detail: expect.stringContaining('state.root') as string });
  });

  describe('on a full disk', () => {
    const disk = () => join(bench.root, 'runs');
    const itWhereMountsAreAllowed = canMount() ? it : it.skip;
    beforeEach(() => mkdirSync(disk()));
    afterEach(() => void spawnSync('umount', [disk()]));

    itWhereMountsAreAllowed('a turn that was running keeps its status', async () => {
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk()]);
      const spec = shell(
        `${RESULT}; while ! [ -e go ]; do sleep 0.02; done; dd if=/dev/zero of=${disk()}/fill; exit 9`,
      );
      const heard = hear();
      const running = bench.runner.run(spec, heard.hooks);
      await until(() => heard.events.length > 0);
      writeFileSync(join(bench.tree, 'go'), '');
      expect(await running).toMatchObject({ class: 'agent-error', exitCode: 9 });
    });

    itWhereMountsAreAllowed('a turn does not start, and says why', async () => {
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk()]);
      spawnSync('dd', ['if=/dev/zero', `of=${disk()}/fill`]);
      const outcome = await bench.runner.run(shell(RESULT), hear().hooks);
      expect(outcome).toMatchObject({ class: 'never-started', detail: expect.stringContaining('ENOSPC') as string });
    });
  });
});

function canMount(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'the-loop-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', probe]).status === 0;
  if (isMounted) spawnSync('umount', [probe]);
  rmSync(probe, { recursive: true, force: true });
  return isMounted;
}
