import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessAdapter } from '../../src/harness/harness.adapter.js';
import type { OutcomeClass, TurnOutcome } from '../../src/harness/turn-outcome.js';
import { readTurnEvents } from '../../src/harness/turn.journal.js';
import { CONVERSATION, type Heard, hear, isAlive, TurnBench } from '../support/turn.bench.js';

export interface HarnessUnderTest {
  readonly adapter: HarnessAdapter;
  readonly stub: string;
  readonly promptOn: 'stdin' | 'argv';
  /** An id as this harness gives them. */
  readonly conversation?: string;
  /** argv without the prompt, for a turn in this tree. */
  readonly spawnArgs: Arguments;
  readonly resumeArgs: Arguments;
  readonly protocolFlag: readonly string[];
  /** How this harness fails, by the words its stub knows. */
  readonly failures: readonly Failure[];
}

export type Arguments = readonly string[] | ((tree: string) => readonly string[]);

export interface Failure {
  readonly name: string;
  readonly words: string;
  readonly class: OutcomeClass;
  readonly says: RegExp;
  readonly kind?: 'spawn' | 'resume';
}

type Turn = NonNullable<Parameters<TurnBench['spec']>[2]>;

/** What one adapter promises, all promise. */
export function harnessContract(harness: HarnessUnderTest): void {
  const { adapter, stub, conversation = CONVERSATION } = harness;

  describe(`the contract of a harness, as ${adapter.name} keeps it`, () => {
    let bench: TurnBench;
    beforeEach(() => (bench = new TurnBench()));
    afterEach(() => bench.remove());

    const resume = (words: string, heard = hear()): Promise<TurnOutcome> =>
      run({ prompt: `Hello [[stub: ${words}]]` }, heard);
    const run = (turn: Turn, heard: Heard = hear(), more: Parameters<TurnBench['spec']>[3] = {}) =>
      bench.runner.run(specOf(turn, more), heard.hooks);
    const specOf = (turn: Turn = {}, more: Parameters<TurnBench['spec']>[3] = {}) =>
      bench.spec(adapter, stub, turn.kind === 'spawn' ? turn : { harnessSessionId: conversation, ...turn }, more);
    const started = () => bench.records('start').at(-1)!;

    describe('starting', () => {
      it('resumes a conversation with the argv of its protocol, in the recorded directory', async () => {
        const outcome = await run({ prompt: 'Hello' });
        expect(outcome).toMatchObject({ class: 'completed', detail: '', harnessSessionId: conversation, text: 'done' });
        expect(withoutPrompt(started().argv, 'Hello')).toEqual(argumentsIn(bench.tree, harness.resumeArgs));
        expect(started().cwd).toBe(bench.tree);
      });

      it('spawns a conversation and tells its id as soon as the harness names it', async () => {
        const heard = hear();
        const outcome = await run({ kind: 'spawn', prompt: 'Hello' }, heard);
        expect(outcome.class).toBe('completed');
        expect(withoutPrompt(started().argv, 'Hello')).toEqual(argumentsIn(bench.tree, harness.spawnArgs));
        expect(heard.named).toEqual([started().sessionId]);
        expect(outcome.harnessSessionId).toBe(started().sessionId);
      });

      it.each(['-x looks like an option', '/looks like a command', '@/etc/hostname looks like a file'])(
        'hands over a prompt that begins like "%s" as it is',
        async (prompt) => {
          expect((await run({ prompt })).class).toBe('completed');
          expect(received().trimStart()).toBe(prompt);
        },
      );

      it('hands over a prompt of 1 MB', async () => {
        const spec = specOf({ prompt: `Begin ${'ä'.repeat(500_000)} end` });
        expect((await bench.runner.run(spec, hear().hooks)).class).toBe('completed');
        expect(readFileSync(join(spec.directory, 'prompt.txt'), 'utf8')).toBe(spec.turn.prompt);
        if (harness.promptOn === 'stdin') expect(received()).toBe(spec.turn.prompt);
        else expect(received()).toContain(join(spec.directory, 'prompt.txt'));
      });

      it('shows no prompt on the command line, and ends its stdin', async () => {
        await run({ prompt: 'Hello world' });
        const { argv, stdin } = started();
        expect(argv.includes('Hello world')).toBe(harness.promptOn === 'argv');
        expect(stdin).toBe(harness.promptOn === 'argv' ? '' : 'Hello world');
      });

      it("puts the user's arguments last, and refuses those that would override the protocol", async () => {
        expect((await run({ extraArgs: ['--model', 'small'] })).class).toBe('completed');
        expect(started().argv.slice(-2)).toEqual(['--model', 'small']);
        for (const flag of harness.protocolFlag) {
          const outcome = await run({ extraArgs: [flag, 'x'] });
          expect(outcome.class).toBe('bad-configuration');
          expect(outcome.detail).toContain(flag);
          expect(outcome.detail).toContain(`harnessArgs.${adapter.name}`);
        }
        expect(bench.records('start')).toHaveLength(1);
      });

      it('hands on what a turn needs of the environment and no secret', async () => {
        const spec = specOf();
        await bench.runner.run(spec, hear().hooks);
        const { env } = started();
        expect(env).toMatchObject({
          THE_LOOP_RUN: spec.attemptId,
          THE_LOOP_DISPATCH_ID: 'dispatch-1',
          THE_LOOP_WORK_ITEM: 'github:octo-org/octo-repo#15',
          THE_LOOP_DELIVERY: 'delivery-1',
          THE_LOOP_TOKEN: 'turn-token',
        });
        expect(JSON.stringify(env)).not.toContain('hush');
      });
    });

    describe('what cannot be started', () => {
      it('says that a program is missing, and where it was looked for', async () => {
        const outcome = await run({ binary: 'no-such-harness' });
        expect(outcome.class).toBe('not-installed');
        expect(outcome.detail).toContain('looked for "no-such-harness" on PATH');
        expect(outcome.detail).toContain(`harnesses.${adapter.name}.binary`);
      });

      it('says that a program is not executable', async () => {
        const binary = join(bench.root, 'plain-file');
        writeFileSync(binary, '');
        const outcome = await run({ binary });
        expect(outcome.class).toBe('not-installed');
        expect(outcome.detail).toContain('is not executable');
      });

      it('says that the interpreter of a program is missing', async () => {
        const binary = join(bench.root, 'odd-script');
        writeFileSync(binary, '#!/no/such/interpreter\n');
        chmodSync(binary, 0o755);
        expect((await run({ binary })).class).toBe('not-installed');
      });

      it('says that the directory is gone', async () => {
        rmSync(bench.tree, { recursive: true });
        const outcome = await run({});
        expect(outcome.class).toBe('directory-gone');
        expect(outcome.detail).toContain(bench.tree);
      });

      it('refuses an argument with a NUL', async () => {
        expect((await run({ extraArgs: ['a\0b'] })).class).toBe('bad-configuration');
      });

      it('refuses arguments that are too long for the system', async () => {
        const outcome = await run({ extraArgs: ['x'.repeat(200_000)] });
        expect(outcome).toMatchObject({
          class: 'bad-configuration',
          detail: expect.stringContaining('E2BIG') as string,
        });
      });
    });

    describe('reading', () => {
      it.each(['banner', 'array', 'halves text=gr%C3%BC%C3%9Fe%20%F0%9F%90%A2', 'stderr=some%20warning'])(
        'finds the result in spite of: %s',
        async (words) => {
          const outcome = await resume(words);
          expect(outcome.class).toBe('completed');
          if (words.startsWith('halves')) expect(outcome.text).toBe('grüße 🐢');
        },
      );

      it('tells what happens as it happens, and keeps it in the run directory', async () => {
        const heard = hear();
        const spec = specOf({ prompt: '[[stub: stream=2 text=fine]]' });
        await bench.runner.run(spec, heard.hooks);
        const kinds = heard.events.map((event) => event.kind);
        expect(kinds.slice(0, 1)).toEqual(['started']);
        expect(kinds).toEqual(expect.arrayContaining(['text', 'tool-started', 'tool-finished']));
        expect(kinds.at(-1)).toBe('result');
        const kept = await readTurnEvents(spec.directory, 0);
        expect(kept.map((entry) => entry.event)).toEqual(heard.events);
        expect(await readTurnEvents(spec.directory, kept[1]!.after)).toEqual(kept.slice(2));
      });

      it('reads 20 MB of output', async () => {
        expect((await resume('megabytes=20')).class).toBe('completed');
      });

      it('ends a turn whose output has no end, and cuts the file', async () => {
        const heard = hear();
        const spec = specOf({ prompt: '[[stub: megabytes=300 hang]]' }, { maxOutputBytes: 1_000_000 });
        expect((await bench.runner.run(spec, heard.hooks)).class).toBe('output-limit');
        expect(readFileSync(join(spec.directory, 'out')).length).toBeLessThanOrEqual(1_000_000);
        expect(heard.intents).toEqual(['output-limit']);
      });
    });

    describe('judging', () => {
      it('takes exit 0 without a result for a failure', async () => {
        const outcome = await resume('no-result');
        expect(outcome).toMatchObject({ class: 'no-result', exitCode: 0, harnessSessionId: null });
      });

      it('takes a failing exit for a failure whatever the result says', async () => {
        expect(await resume('exit=3')).toMatchObject({ class: 'agent-error', exitCode: 3, harnessSessionId: null });
      });

      it('keeps the last words of a turn that died', async () => {
        const outcome = await resume('crash stderr=the%20disk%20is%20on%20fire');
        expect(outcome.class).toBe('agent-error');
        expect(outcome.detail).toContain('the disk is on fire');
        expect(outcome.stderrTail).toContain('the disk is on fire');
      });

      it('takes a limit for a wait', async () => {
        const outcome = await resume('limit');
        expect(outcome.class).toBe('rate-limited');
        expect(outcome.until).toBeGreaterThan(Date.now());
      });

      it.each(harness.failures)('$name: $class', async ({ words, class: expected, says, kind }) => {
        const outcome = await run({ kind: kind ?? 'resume', prompt: `Hello [[stub: ${words}]]` });
        expect(outcome.class).toBe(expected);
        expect(outcome.detail).toMatch(says);
        expect(outcome.detail).not.toMatch(/\.$/);
      });
    });

    describe('ending', () => {
      it('succeeds when the result is there and the process stays, and ends it', async () => {
        const heard = hear();
        const outcome = await resume('linger', heard);
        expect(outcome).toMatchObject({ class: 'completed', harnessSessionId: conversation });
        expect(heard.intents).toEqual(['lingered']);
        expect(isAlive(started().pid)).toBe(false);
      });

      it('ends a turn at its deadline, and says before that it will', async () => {
        const heard = hear();
        const outcome = await run({ prompt: '[[stub: hang]]' }, heard, { deadlineAt: Date.now() + 700 });
        expect(outcome.class).toBe('timed-out');
        expect(heard.intents).toEqual(['timed-out']);
        expect(bench.records('start').filter(({ pid }) => isAlive(pid))).toEqual([]);
      });

      it('ends a turn that never says anything', async () => {
        const outcome = await run({ prompt: '[[stub: mute]]' }, hear(), { silenceSeconds: 1 });
        expect(outcome.class).toBe('silent');
      });

      it('ends a turn that ignores TERM', async () => {
        const heard = hear();
        const running = resume('hang ignore-term', heard);
        await bench.recorded('start');
        heard.stop.abort('cancelled');
        expect(await running).toMatchObject({
          class: 'killed',
          detail: expect.stringContaining('cancelled') as string,
        });
        expect(isAlive(started().pid)).toBe(false);
      });

      it('is not delayed by a child that holds stdout open, and leaves none behind', async () => {
        expect((await resume('child=setsid')).class).toBe('completed');
        expect(isAlive((await bench.recorded('child')).child)).toBe(false);
      });

      it('ends what a harness leaves behind that dies before its child', async () => {
        expect(await resume('child=group signal=SIGKILL')).toMatchObject({ class: 'killed', exitCode: 137 });
        expect(isAlive((await bench.recorded('child')).child)).toBe(false);
      });
    });

    describe('ids', () => {
      it('refuses an id that the harness cannot resume, and names it', async () => {
        expect(adapter.idProblem(conversation)).toBeUndefined();
        for (const id of ['', '--help', 'two words\n']) {
          expect(adapter.idProblem(id)).toContain(`"${id}"`);
          expect((await run({ harnessSessionId: id })).class).toBe('bad-configuration');
        }
        expect(existsSync(bench.recordFile)).toBe(false);
      });

      it('names the arguments that continue a conversation in a terminal', () => {
        expect(adapter.resumeArguments(conversation).join(' ')).toContain(conversation);
      });
    });

    it('never throws on a line', () => {
      const lines = ['', '{', '[]', 'null', '"x"', '17', '{"type":7}', '{"type":"result"}', '[[[]]]', '\u001b[31m{}'];
      lines.push('{"type":"assistant","message":{"content":[null,7,{"type":"text"}]}}', '{"type":"item.completed"}');
      for (const line of lines) expect(Array.isArray(adapter.read(line))).toBe(true);
    });

    it('runs in a directory with a blank and an apostrophe', async () => {
      const cwd = join(bench.root, "it's a tree");
      mkdirSync(cwd);
      expect((await run({ cwd })).class).toBe('completed');
      expect(started().cwd).toBe(cwd);
    });

    function received(): string {
      return harness.promptOn === 'stdin' ? started().stdin : started().prompt!;
    }
  });
}

const argumentsIn = (tree: string, args: Arguments): readonly string[] =>
  typeof args === 'function' ? args(tree) : args;

const withoutPrompt = (argv: readonly string[], prompt: string): string[] =>
  argv.filter((argument) => argument !== prompt);
