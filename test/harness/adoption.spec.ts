import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTurnEvents } from '../../src/harness/turn.journal.js';
import { prepareTurn, wrapperArguments } from '../../src/harness/turn.process.js';
import { verdictOf } from '../../src/harness/turn.probe.js';
import { TurnLeftError } from '../../src/harness/turn-left.error.js';
import { turnFiles } from '../../src/harness/turn-files.js';
import type { TurnSpec } from '../../src/harness/turn-spec.js';
import { ShellAdapter } from '../support/shell.adapter.js';
import { hear, isAlive, TurnBench, until } from '../support/turn.bench.js';

const RESULT = `echo '{"done":true}'`;

describe('a turn that outlives its server', () => {
  let bench: TurnBench;
  const strangers: number[] = [];
  beforeEach(() => (bench = new TurnBench()));
  afterEach(() => {
    for (const pid of strangers.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    bench.remove();
  });

  const shell = (script: string, more: Partial<TurnSpec> = {}) =>
    bench.spec(new ShellAdapter(), '/bin/sh', { prompt: script }, more);
  const gate = () => join(bench.root, 'gate');
  const waiting = () => `while [ ! -e ${gate()} ]; do sleep 0.05; done`;
  const open = () => writeFileSync(gate(), '');

  /** Started by somebody who is not us, as by a server that is gone. */
  async function orphaned(spec: TurnSpec, starter = '"$@" & exit 0'): Promise<void> {
    const files = turnFiles(spec.directory);
    await prepareTurn(files, spec.turn.prompt);
    const [out, err] = [openSync(files.out, 'a'), openSync(files.err, 'a')];
    const command = ['/bin/sh', ...wrapperArguments(spec.directory, ['/bin/sh', '-c', spec.turn.prompt])];
    const child = spawn('/bin/sh', ['-c', starter, 'starter', ...command], {
      cwd: spec.turn.cwd,
      detached: true,
      stdio: ['ignore', out, err],
      env: { ...spec.environment, THE_LOOP_RUN: spec.attemptId },
    });
    [out, err].forEach(closeSync);
    strangers.push(child.pid!);
    await until(() => existsSync(files.started) && /\d/.test(readFileSync(files.started, 'utf8')));
  }

  it('is adopted while it runs, and its end is seen without polling', async () => {
    const spec = shell(`${waiting()}; ${RESULT}`);
    await orphaned(spec);
    expect(await bench.runner.verdict(spec.directory)).toEqual({ state: 'alive' });
    const adopted = bench.runner.adopt(spec, hear().hooks);
    open();
    expect(await adopted).toMatchObject({ class: 'completed', exitCode: 0 });
    expect(existsSync(join(spec.directory, 'alive'))).toBe(false);
  });

  it('is settled when it ended while nobody watched', async () => {
    const spec = shell(`${RESULT}; exit 3`);
    await orphaned(spec);
    await until(async () => (await bench.runner.verdict(spec.directory)).state === 'done');
    expect(await bench.runner.verdict(spec.directory)).toEqual({ state: 'done', status: 3 });
    expect(await bench.runner.adopt(spec, hear().hooks)).toMatchObject({ class: 'agent-error', exitCode: 3 });
  });

  it('can be left running, and tells an event once', async () => {
    const spec = shell(`echo '{"number":1}'; ${waiting()}; echo '{"number":2}'`);
    const first = hear();
    const left = bench.runner.run(spec, first.hooks);
    await until(() => first.events.length === 1);
    first.leave.abort();
    await expect(left).rejects.toThrow(TurnLeftError);

    const second = hear();
    const adopted = bench.runner.adopt(spec, second.hooks);
    open();
    expect((await adopted).class).toBe('completed');
    expect(second.events).toEqual([{ kind: 'result', result: { number: 2 } }]);
    expect(await readTurnEvents(spec.directory, 0)).toHaveLength(2);
  });

  it('counts its deadline on', async () => {
    const heard = hear();
    const spec = shell('while :; do sleep 1; done', { deadlineAt: Date.now() - 1 });
    await orphaned(spec);
    expect((await bench.runner.adopt(spec, heard.hooks)).class).toBe('timed-out');
    expect(heard.intents).toEqual(['timed-out']);
    expect(await bench.leftOf(spec.attemptId)).toEqual([]);
  });

  it('keeps the reason for which an earlier server was ending it', async () => {
    const spec = shell('while :; do sleep 1; done', { endIntent: 'cancelled' });
    await orphaned(spec);
    const heard = hear();
    expect(await bench.runner.adopt(spec, heard.hooks)).toMatchObject({ class: 'killed' });
    expect(heard.intents).toEqual([]);
  });

  it('has completed when it completed before the end that was meant for it', async () => {
    const spec = shell(RESULT, { endIntent: 'timed-out' });
    await orphaned(spec);
    await until(async () => (await bench.runner.verdict(spec.directory)).state === 'done');
    expect((await bench.runner.adopt(spec, hear().hooks)).class).toBe('completed');
  });

  it('is dead when its wrapper was killed, and what still runs of it is swept', async () => {
    const spec = shell('while :; do sleep 1; done');
    await orphaned(spec);
    const wrapper = Number(readFileSync(join(spec.directory, 'started'), 'utf8'));
    await until(async () => (await bench.leftOf(spec.attemptId)).length > 1);
    process.kill(wrapper, 'SIGKILL');
    await until(async () => (await bench.runner.verdict(spec.directory)).state === 'dead');
    expect(await bench.leftOf(spec.attemptId)).not.toEqual([]);
    expect(await bench.runner.adopt(spec, hear().hooks)).toMatchObject({ class: 'interrupted', exitCode: null });
    expect(await bench.leftOf(spec.attemptId)).toEqual([]);
  });

  it('has done its work when the result is there and only the status was lost', async () => {
    const spec = shell(`${RESULT}; while :; do sleep 1; done`);
    const heard = hear();
    const running = bench.runner.run(spec, heard.hooks);
    await until(() => existsSync(join(spec.directory, 'out')) && readFileSync(join(spec.directory, 'out'), 'utf8'));
    process.kill(Number(readFileSync(join(spec.directory, 'started'), 'utf8')), 'SIGKILL');
    expect((await running).class).toBe('completed');
    expect(await bench.leftOf(spec.attemptId)).toEqual([]);
  });

  it('is done also while its wrapper is a zombie that nobody reaps', async () => {
    const spec = shell('exit 4');
    await orphaned(spec, '"$@" & exec sleep 60');
    await until(async () => (await bench.runner.verdict(spec.directory)).state === 'done');
    expect(await bench.runner.verdict(spec.directory)).toEqual({ state: 'done', status: 4 });
  });

  it('never touches a stranger whose pid stands in its directory', async () => {
    const spec = shell('exit 0');
    const files = turnFiles(spec.directory);
    await prepareTurn(files, '');
    const stranger = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore' });
    strangers.push(stranger.pid!);
    writeFileSync(files.started, `${stranger.pid}\n`);
    expect(await bench.runner.verdict(spec.directory)).toEqual({ state: 'dead' });
    expect(await bench.runner.sweep(spec)).toEqual([]);
    expect(isAlive(stranger.pid!)).toBe(true);
  });
});

describe('the fence', () => {
  let bench: TurnBench;
  beforeEach(() => (bench = new TurnBench()));
  afterEach(() => bench.remove());

  it('says never started without a directory', async () => {
    expect(await bench.runner.verdict(join(bench.root, 'nothing'))).toEqual({ state: 'never-started' });
  });

  it('keeps a turn from starting once a recovery has looked', async () => {
    const spec = bench.spec(new ShellAdapter(), '/bin/sh', { prompt: `touch ${join(bench.root, 'ran')}` });
    const files = turnFiles(spec.directory);
    await prepareTurn(files, '');
    expect(await verdictOf(files)).toEqual({ state: 'never-started' });
    const wrapper = spawn('/bin/sh', wrapperArguments(spec.directory, ['/bin/sh', '-c', spec.turn.prompt]));
    const code = await new Promise((resolve) => wrapper.once('exit', resolve));
    expect(code).toBe(75);
    expect(existsSync(join(bench.root, 'ran'))).toBe(false);
    expect(await verdictOf(files)).toEqual({ state: 'never-started' });
  });

  it('is never seen half written', async () => {
    for (let round = 0; round < 100; round += 1) {
      const files = turnFiles(bench.spec(new ShellAdapter(), '/bin/sh').directory);
      await prepareTurn(files, '');
      let answered = false;
      const asked = verdictOf(files).finally(() => (answered = true));
      while (!answered) {
        if (existsSync(files.started)) expect(readFileSync(files.started, 'utf8')).toBe('fenced');
        await new Promise((resolve) => setImmediate(resolve));
      }
      await asked;
    }
  });

  it('decides every race between a start and a recovery one way', async () => {
    const verdicts = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const ran = join(bench.root, `ran-${round}`);
      const spec = bench.spec(new ShellAdapter(), '/bin/sh');
      const files = turnFiles(spec.directory);
      await prepareTurn(files, '');
      const wrapper = spawn('/bin/sh', wrapperArguments(spec.directory, ['/bin/sh', '-c', `touch ${ran}`]));
      const exit = new Promise((resolve) => wrapper.once('exit', resolve));
      await new Promise((resolve) => setTimeout(resolve, round % 12));
      const { state } = await verdictOf(files);
      verdicts.add(state);
      await exit;
      expect({ round, state, ran: existsSync(ran) }).toEqual({ round, state, ran: state !== 'never-started' });
    }
    expect(verdicts.size).toBeGreaterThan(1);
  });

  it('lets nobody start twice in one directory', async () => {
    const spec = bench.spec(new ShellAdapter(), '/bin/sh', { prompt: `echo '{"done":true}'` });
    expect((await bench.runner.run(spec, hear().hooks)).class).toBe('completed');
    await expect(bench.runner.run(spec, hear().hooks)).rejects.toThrow('EEXIST');
  });
});
