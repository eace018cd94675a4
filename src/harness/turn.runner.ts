import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BadConfigurationError } from './bad-configuration.error.js';
import type { EndIntent } from './end-intent.js';
import type { ProcessEnd, ProcessPlan } from './harness.adapter.js';
import { directoryProblem, findHarness } from './launch.check.js';
import { outcomeOf } from './outcome-of.js';
import { noRunDirectory, startFailure } from './start-failure.js';
import { type EndableRun, TurnEnding } from './turn.ending.js';
import { TurnFollower } from './turn.follower.js';
import { tailOf } from './turn.output.js';
import { exitStatus, recordedPid, verdictOf, watchLife } from './turn.probe.js';
import { BEHIND_THE_FENCE, NO_FIFO, prepareTurn, startTurn, type TurnProcess } from './turn.process.js';
import { TurnTiming } from './turn.timing.js';
import { TurnLeftError } from './turn-left.error.js';
import { type TurnFiles, turnFiles } from './turn-files.js';
import type { OutcomeClass, TurnOutcome } from './turn-outcome.js';
import type { TurnHooks, TurnSpec, TurnVerdict } from './turn-spec.js';

const STDERR_TAIL = 8 * 1024;

interface WatchedTurn {
  readonly run: EndableRun;
  readonly gone: Promise<void>;
  /** The wrapper's own exit code, where it is our child. */
  wrapperCode(): number | null;
}

/** Runs turns that outlive the server: starts or adopts one, follows it to its end, ends it where it must, and judges. */
@Injectable()
export class TurnRunner {
  constructor(
    private readonly ending: TurnEnding,
    private readonly timing: TurnTiming,
  ) {}

  /** Starts a turn in a fresh directory. Everything that can happen to a harness is an outcome; a throw is a defect. */
  async run(spec: TurnSpec, hooks: TurnHooks): Promise<TurnOutcome> {
    const files = turnFiles(spec.directory);
    const started = hooks.signal.aborted
      ? neverRan('killed', 'The turn was ended before it began')
      : await this.start(spec, files);
    if ('class' in started) return started;
    const run = runOf(spec, started.pid, started.isUnreaped);
    return this.toItsEnd(spec, hooks, files, { run, gone: started.gone, wrapperCode: started.code });
  }

  /** Takes up a turn that an earlier server started, in whatever state it is. Only after the instance lock is held. */
  async adopt(spec: TurnSpec, hooks: TurnHooks): Promise<TurnOutcome> {
    const files = turnFiles(spec.directory);
    if (!(await this.hasStarted(files, hooks))) return neverRan('never-started', 'The turn had not been started');
    const run = runOf(spec, await recordedPid(files), () => false);
    const life = watchLife(files);
    try {
      return await this.toItsEnd(spec, hooks, files, { run, gone: life.gone, wrapperCode: () => null });
    } finally {
      life.leave();
    }
  }

  /** What became of an attempt. Asking puts up the fence where nothing has begun, so ask only about turns of the past. */
  verdict(directory: string): Promise<TurnVerdict> {
    return verdictOf(turnFiles(directory));
  }

  /** Ends whatever is left of an attempt; returns the pids that no signal could end. */
  async sweep(attempt: Pick<TurnSpec, 'attemptId' | 'directory'>): Promise<number[]> {
    const files = turnFiles(attempt.directory);
    const left = await this.ending.end(runOf(attempt, await recordedPid(files), () => false));
    await rm(files.alive, { force: true });
    return left;
  }

  /** A disk that cannot answer is asked again: guessing would run a turn twice or never. */
  private async hasStarted(files: TurnFiles, hooks: TurnHooks): Promise<boolean> {
    for (;;) {
      const { state } = await verdictOf(files);
      if (state !== 'unknown') return state !== 'never-started';
      if (hooks.leave?.aborted === true) throw new TurnLeftError(files.directory);
      await sleep(this.timing.pollMs * 5);
    }
  }

  private async start(spec: TurnSpec, files: TurnFiles): Promise<TurnProcess | TurnOutcome> {
    const { adapter, turn } = spec;
    try {
      const plan: ProcessPlan = adapter.plan(turn, files.prompt);
      const gone = directoryProblem(turn.cwd);
      if (gone !== undefined) return neverRan(gone.class, gone.detail);
      const binary = findHarness(adapter.name, turn.binary, spec.environment.PATH);
      if (typeof binary !== 'string') return neverRan(binary.class, binary.detail);
      const unprepared = await prepared(files, turn.prompt, adapter.name);
      if (unprepared !== undefined) return unprepared;
      const environment = { ...spec.environment, THE_LOOP_RUN: spec.attemptId };
      return await startTurn(files, { ...plan, binary, cwd: turn.cwd, environment });
    } catch (error) {
      if (error instanceof BadConfigurationError) return neverRan(error.code, error.message);
      const failure = startFailure(error, adapter.name);
      if (failure === undefined) throw error;
      return neverRan(failure.class, failure.detail);
    }
  }

  private async toItsEnd(spec: TurnSpec, hooks: TurnHooks, files: TurnFiles, turn: WatchedTurn): Promise<TurnOutcome> {
    const follower = await TurnFollower.open(spec, hooks, files, this.timing);
    try {
      const stored = spec.endIntent ?? null;
      const intent = stored ?? (await follower.until(turn.gone, () => this.ending.observe(turn.run)));
      if (intent !== null && stored === null) await announce(intent, hooks);
      // Also after a normal end: a harness may leave children behind.
      const left = await this.ending.end(turn.run);
      if (left.length === 0) await turn.gone;
      await follower.finish();
      if (intent === 'output-limit') await follower.cutOutput();
      await rm(files.alive, { force: true });
      const outcome = await this.judge(spec, files, follower, intent, turn.wrapperCode());
      return withRemarks(outcome, follower.linesTooLong, left);
    } catch (error) {
      // Whatever went wrong with the watching, no turn runs on unwatched, unless it is left on purpose.
      if (!(error instanceof TurnLeftError)) await this.ending.end(turn.run);
      throw error;
    } finally {
      await follower.close();
    }
  }

  private async judge(
    spec: TurnSpec,
    files: TurnFiles,
    follower: TurnFollower,
    intent: EndIntent | null,
    wrapperCode: number | null,
  ): Promise<TurnOutcome> {
    const code = (await exitStatus(files)) ?? null;
    if (code === null && intent === null && wrapperCode === NO_FIFO)
      return neverRan('bad-configuration', noFifo(files));
    if (code === null && wrapperCode === BEHIND_THE_FENCE) return behindTheFence(files, intent);

    const stderr = await tailOf(files.err, STDERR_TAIL);
    const classify = (endedBy: EndIntent | null) => {
      const end: ProcessEnd = { code, stderr, endedBy, at: Date.now() };
      return spec.adapter.classify(end, follower.events(), spec.turn);
    };
    // The status was lost but the result is there: doing the work a second time would be worse.
    if (code === null && intent === null) return classify(follower.hasResult ? 'lingered' : null);
    // A turn that completed while we were about to end it has completed.
    if (code === 0 && intent !== null) {
      const natural = classify(null);
      if (natural.class === 'completed') return natural;
    }
    return classify(intent);
  }
}

const runOf = (
  { attemptId, directory }: Pick<TurnSpec, 'attemptId' | 'directory'>,
  wrapperPid: number | null,
  isOurChild: () => boolean,
): EndableRun => ({ attemptId, directory, wrapperPid, isOurChild, known: new Map() });

/** A turn that has to end is ended, also when nobody could write down why. */
async function announce(intent: EndIntent, hooks: TurnHooks): Promise<void> {
  try {
    await hooks.onEnding?.(intent);
  } catch {
    // The caller's store has told it already; without the intent the end reads as a signal from outside.
  }
}

async function prepared(files: TurnFiles, prompt: string, harness: string): Promise<TurnOutcome | undefined> {
  try {
    await prepareTurn(files, prompt);
    return undefined;
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    // An attempt that has a directory already was started before: a defect of the caller.
    if (code === undefined || (code === 'EEXIST' && path === files.directory)) throw error;
    return neverRan('never-started', noRunDirectory(harness, message));
  }
}

const neverRan = (kind: OutcomeClass, detail: string): TurnOutcome =>
  outcomeOf(kind, detail, { code: null, stderr: '' });

const noFifo = (files: TurnFiles): string =>
  `Cannot run a turn in "${files.directory}": its file system has no FIFOs; move state.root to a local disk`;

function behindTheFence(files: TurnFiles, intent: EndIntent | null): TurnOutcome {
  if (intent !== null) return neverRan('killed', 'The turn was ended before the harness began');
  return neverRan(
    'never-started',
    `The turn did not begin: "${files.started}" could not be written; is the disk full?`,
  );
}

/** What a person has to know besides the outcome itself. */
function withRemarks(outcome: TurnOutcome, linesTooLong: number, left: readonly number[]): TurnOutcome {
  const remarks = [
    ...(outcome.class === 'no-result' && linesTooLong > 0
      ? [`${linesTooLong} of its lines were too long to be read`]
      : []),
    ...(left.length > 0 ? [`no signal ended the processes ${left.join(', ')}`] : []),
  ];
  return remarks.length === 0
    ? outcome
    : { ...outcome, detail: [outcome.detail || 'The turn is over', ...remarks].join('; ') };
}
