import { setTimeout as sleep } from 'node:timers/promises';
import { boundedEvent } from './bounded-event.js';
import type { EndIntent } from './end-intent.js';
import type { TurnEvent } from './turn-event.js';
import { TurnDigest } from './turn-digest.js';
import type { TurnFiles } from './turn-files.js';
import { TurnJournal } from './turn.journal.js';
import { cutTo, sizeOf, TurnOutput } from './turn.output.js';
import { TurnLeftError } from './turn-left.error.js';
import type { TurnHooks, TurnSpec } from './turn-spec.js';
import type { TurnTiming } from './turn.timing.js';

/** Watches one turn: reads its output as it grows, tells its events, and finds the moment when it has to be ended. */
export class TurnFollower {
  private readonly digest = new TurnDigest();
  private readonly told: Promise<void>[] = [];
  private output: TurnOutput;
  private journal: TurnJournal;
  private readonly deadline: number;
  private lastSign = performance.now();
  private errBytes = 0;
  private outBytes = 0;

  private constructor(
    private readonly spec: TurnSpec,
    private readonly hooks: TurnHooks,
    private readonly files: TurnFiles,
    private readonly timing: TurnTiming,
  ) {
    // Read once: a jump of the wall clock moves no deadline of a running turn.
    this.deadline = performance.now() + spec.deadlineAt - Date.now();
  }

  static async open(spec: TurnSpec, hooks: TurnHooks, files: TurnFiles, timing: TurnTiming): Promise<TurnFollower> {
    const follower = new TurnFollower(spec, hooks, files, timing);
    follower.output = await TurnOutput.open(files.out, timing.maxLineBytes, (line) => follower.hear(line));
    follower.journal = await TurnJournal.open(files.events);
    return follower;
  }

  /** Until the wrapper is gone, or there is a reason to end the turn. `observe` is called every few seconds. */
  async until(gone: Promise<void>, observe: () => Promise<void>): Promise<EndIntent | null> {
    const woken = new AbortController();
    const wake = () => woken.abort();
    let isGone = false;
    void gone.then(() => ((isGone = true), wake()));
    this.hooks.signal.addEventListener('abort', wake);
    this.hooks.leave?.addEventListener('abort', wake);
    try {
      for (let observed = performance.now(); ;) {
        const { isMore } = await this.look();
        if (this.hooks.leave?.aborted === true) throw new TurnLeftError(this.spec.attemptId);
        if (isGone) return null;
        const reason = this.reasonToEnd();
        if (reason !== null) return reason;
        if (performance.now() - observed > this.timing.observeMs) {
          await observe();
          observed = performance.now();
        }
        if (!isMore) await sleep(this.timing.pollMs, undefined, { signal: woken.signal }).catch(() => undefined);
      }
    } finally {
      this.hooks.signal.removeEventListener('abort', wake);
      this.hooks.leave?.removeEventListener('abort', wake);
    }
  }

  /** Reads what is left, once nothing writes any more. */
  async finish(): Promise<void> {
    await this.output.finish(this.spec.maxOutputBytes);
    await this.journal.flush();
    await Promise.all(this.told);
  }

  async cutOutput(): Promise<void> {
    await cutTo(this.files.out, this.spec.maxOutputBytes);
    await cutTo(this.files.err, this.spec.maxOutputBytes);
  }

  async close(): Promise<void> {
    await this.output.close();
    await this.journal.close();
  }

  get hasResult(): boolean {
    return this.digest.hasResult;
  }

  get linesTooLong(): number {
    return this.output.linesTooLong;
  }

  events(): readonly TurnEvent[] {
    return this.digest.events();
  }

  private async look(): Promise<{ isMore: boolean }> {
    const { bytes, isMore } = await this.output.advance();
    const errBytes = await sizeOf(this.files.err);
    if (bytes > 0 || errBytes > this.errBytes) this.lastSign = performance.now();
    this.outBytes += bytes;
    this.errBytes = errBytes;
    await this.journal.flush();
    return { isMore };
  }

  private reasonToEnd(): EndIntent | null {
    const now = performance.now();
    const silentMs = now - this.lastSign;
    if (this.outBytes > this.spec.maxOutputBytes || this.errBytes > this.spec.maxOutputBytes) return 'output-limit';
    const wanted = this.hooks.signal.aborted;
    if (this.hasResult) return wanted || now >= this.deadline || silentMs >= this.timing.lingerMs ? 'lingered' : null;
    if (wanted) return this.hooks.signal.reason === 'cancelled' ? 'cancelled' : 'killed';
    if (now >= this.deadline) return 'timed-out';
    return this.mustSpeak && silentMs >= this.spec.silenceSeconds * 1_000 ? 'silent' : null;
  }

  /** With the output format json a harness says nothing before its last line. */
  private get mustSpeak(): boolean {
    return this.spec.silenceSeconds > 0 && this.spec.turn.outputFormat === 'stream-json';
  }

  private hear(line: string): void {
    for (const event of this.spec.adapter.read(line)) {
      // A harness may name the conversation on every line; the first time counts.
      if (event.kind === 'started' && this.digest.hasStarted) continue;
      const bounded = boundedEvent(event);
      this.digest.add(event.kind === 'result' ? event : bounded);
      if (this.journal.add(bounded)) this.hooks.onEvent?.(bounded);
      // Only a new conversation gets its name from the stream: another id on a resume is judged at the end.
      if (event.kind === 'started' && event.harnessSessionId !== null && this.spec.turn.kind === 'spawn') {
        this.tell(event.harnessSessionId);
      }
    }
  }

  private tell(harnessSessionId: string): void {
    const told = (async () => this.hooks.onNamed?.(harnessSessionId))();
    // What a listener throws is thrown to the caller at the end of the turn.
    told.catch(() => undefined);
    this.told.push(told);
  }
}
