import { basename } from 'node:path';
import type { TurnOutcome } from '../../src/harness/turn-outcome.js';
import type { TurnHooks, TurnSpec, TurnVerdict } from '../../src/harness/turn-spec.js';
import { TurnLeftError } from '../../src/harness/turn-left.error.js';

export interface FakeTurn {
  readonly spec: TurnSpec;
  readonly adopted: boolean;
  /** What the prompt says of the events it carries, in order. */
  readonly deliveries: string[];
  over: boolean;
  /** The harness tells its first line. */
  name(harnessSessionId: string): Promise<void>;
  end(outcome?: Partial<TurnOutcome>): void;
}

type Answer = Partial<TurnOutcome> | Error | undefined;

/** Turns without processes: they wait until the test ends them, or end by themselves as `answer` says. */
export class FakeTurns {
  readonly begun: FakeTurn[] = [];
  running = 0;
  most = 0;
  /** What becomes of a turn by itself; undefined lets it run until the test ends it. */
  answer: (turn: FakeTurn) => Answer = () => ({});
  /** What the directory of an attempt proves; the outcome of its adoption follows from it. */
  found: TurnVerdict | ((attemptId: string) => TurnVerdict) = { state: 'never-started' };
  /** Attempts of which everything left was to be ended. */
  readonly swept: string[] = [];
  private readonly watchers = new Set<() => void>();

  run(spec: TurnSpec, hooks: TurnHooks): Promise<TurnOutcome> {
    return this.play(spec, hooks, false);
  }

  adopt(spec: TurnSpec, hooks: TurnHooks): Promise<TurnOutcome> {
    const found = this.verdictOf(spec.attemptId);
    if (found.state === 'never-started') return Promise.resolve(outcome({ class: 'never-started' }));
    if (found.state === 'dead') return Promise.resolve(outcome({ class: 'interrupted', detail: 'It was cut' }));
    return this.play(spec, hooks, true);
  }

  verdict(directory: string): Promise<TurnVerdict> {
    return Promise.resolve(this.verdictOf(basename(directory)));
  }

  sweep({ attemptId }: { attemptId: string }): Promise<number[]> {
    this.swept.push(attemptId);
    return Promise.resolve([]);
  }

  /** The n-th turn that begins from now on, or has begun. */
  async turn(n: number): Promise<FakeTurn> {
    while (this.begun.length <= n) {
      await new Promise<void>((resolve) => this.watchers.add(resolve));
    }
    return this.begun[n]!;
  }

  private verdictOf(attemptId: string): TurnVerdict {
    return typeof this.found === 'function' ? this.found(attemptId) : this.found;
  }

  private async play(spec: TurnSpec, hooks: TurnHooks, adopted: boolean): Promise<TurnOutcome> {
    if (hooks.leave?.aborted) throw new TurnLeftError(spec.attemptId);
    if (hooks.signal.aborted) return outcome({ class: 'killed', detail: 'It was ended before it began' });
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    try {
      return await new Promise<TurnOutcome>((resolve, reject) => {
        const turn: FakeTurn = {
          spec,
          adopted,
          deliveries: [...spec.turn.prompt.matchAll(/body of (\S+)"/g)].map(([, id]) => id!),
          name: async (id) => hooks.onNamed?.(id),
          over: false,
          end: (more) => {
            turn.over = true;
            resolve(outcome({ harnessSessionId: spec.turn.harnessSessionId, ...more }));
          },
        };
        const killed = async (): Promise<void> => {
          await hooks.onEnding?.(hooks.signal.reason === 'cancelled' ? 'cancelled' : 'killed');
          turn.end({ class: 'killed', detail: 'It was ended' });
        };
        hooks.signal.addEventListener('abort', () => void killed());
        hooks.leave?.addEventListener('abort', () => reject(new TurnLeftError(spec.attemptId)));
        this.begun.push(turn);
        for (const watcher of this.watchers) watcher();
        this.watchers.clear();
        const answer = this.answer(turn);
        if (answer instanceof Error) reject(answer);
        else if (answer !== undefined) setImmediate(() => turn.end(answer));
      });
    } finally {
      this.running -= 1;
    }
  }
}

export function outcome(more: Partial<TurnOutcome>): TurnOutcome {
  return {
    class: 'completed',
    detail: '',
    harnessSessionId: null,
    text: null,
    exitCode: 0,
    stderrTail: null,
    deniedTools: [],
    costUsd: null,
    usage: null,
    totals: null,
    until: null,
    ...more,
  };
}
