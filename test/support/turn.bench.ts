import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../../src/harness/child-environment.js';
import type { HarnessAdapter, TurnRequest } from '../../src/harness/harness.adapter.js';
import { ProcessTable } from '../../src/harness/process.table.js';
import { type StubRecord, stubRecords } from './stub.record.js';
import type { TurnEvent } from '../../src/harness/turn-event.js';
import type { TurnHooks, TurnSpec } from '../../src/harness/turn-spec.js';
import { TurnEnding } from '../../src/harness/turn.ending.js';
import { TurnRunner } from '../../src/harness/turn.runner.js';
import { TurnTiming } from '../../src/harness/turn.timing.js';

export const STUBS = join(process.cwd(), 'test/support/stubs');
export const CONVERSATION = '3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11';

/** A temporary folder with a runner in it whose times are short. */
export class TurnBench {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-turn-')));
  readonly tree = join(this.root, 'tree');
  readonly recordFile = join(this.root, 'record.jsonl');
  readonly table = new ProcessTable();
  readonly timing = TurnTiming.with({
    pollMs: 20,
    lingerMs: 300,
    graceMs: 600,
    stepMs: 20,
    statusMs: 500,
    observeMs: 100,
  });
  readonly ending = new TurnEnding(this.table, this.timing);
  readonly runner = new TurnRunner(this.ending, this.timing);

  constructor() {
    mkdirSync(this.tree);
  }

  spec(
    adapter: HarnessAdapter,
    stub: string,
    turn: Partial<TurnRequest> = {},
    changes: Partial<TurnSpec> = {},
  ): TurnSpec {
    const attemptId = `attempt-${randomUUID()}`;
    const id = turn.kind === 'spawn' && !adapter.choosesId ? null : CONVERSATION;
    return {
      adapter,
      attemptId,
      directory: join(this.root, 'runs', attemptId),
      environment: this.environment(adapter, attemptId),
      deadlineAt: Date.now() + 30_000,
      silenceSeconds: 0,
      maxOutputBytes: 64 * 1024 * 1024,
      turn: {
        kind: 'resume',
        harnessSessionId: id,
        cwd: this.tree,
        prompt: 'Hello',
        binary: stub.includes('/') ? stub : join(STUBS, stub),
        extraArgs: [],
        outputFormat: 'stream-json',
        ...turn,
      },
      ...changes,
    };
  }

  environment(adapter: HarnessAdapter, attemptId: string): Record<string, string> {
    const given = { ...process.env, HOME: this.root, STUB_RECORD: this.recordFile, SERVER_SECRET: 'hush' };
    return childEnvironment(
      given,
      { harness: adapter.environment, names: ['STUB_RECORD', 'STUB_PLAN'], secrets: ['SERVER_SECRET'] },
      {
        attemptId,
        dispatchId: 'dispatch-1',
        workItem: 'github:octo-org/octo-repo#15',
        deliveryId: 'delivery-1',
        token: 'turn-token',
        controlUrl: 'http://127.0.0.1:8788/graphql',
      },
    );
  }

  records(event?: StubRecord['event']): StubRecord[] {
    return stubRecords(this.recordFile, event);
  }

  async recorded(event: StubRecord['event']): Promise<StubRecord> {
    return until(() => this.records(event).at(-1));
  }

  /** Pids that still carry the mark of an attempt. */
  async leftOf(attemptId: string): Promise<number[]> {
    const facts = await this.table.list(`THE_LOOP_RUN=${attemptId}`);
    return facts.filter((fact) => fact.marked).map((fact) => fact.pid);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export interface Heard {
  readonly hooks: TurnHooks;
  readonly events: TurnEvent[];
  readonly named: string[];
  readonly intents: string[];
  readonly stop: AbortController;
  readonly leave: AbortController;
}

export function hear(): Heard {
  const [stop, leave] = [new AbortController(), new AbortController()];
  const [events, named, intents]: [TurnEvent[], string[], string[]] = [[], [], []];
  const hooks: TurnHooks = {
    signal: stop.signal,
    leave: leave.signal,
    onEvent: (event) => void events.push(event),
    onNamed: (id) => void named.push(id),
    onEnding: (intent) => void intents.push(intent),
  };
  return { hooks, events, named, intents, stop, leave };
}

/** Asks until there is an answer; the test's own time limit is the only one. */
export async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(10);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie has ended; only its parent has not noticed yet.
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
