import {
  HarnessAdapter,
  type ProcessEnd,
  type ProcessPlan,
  type TurnRequest,
} from '../../src/harness/harness.adapter.js';
import { jsonObjects } from '../../src/harness/json-value.js';
import { outcomeOf } from '../../src/harness/outcome-of.js';
import { endedByUs, endedWell, endedWithoutResult } from '../../src/harness/process-ending.js';
import type { TurnEvent } from '../../src/harness/turn-event.js';
import { lastResult } from '../../src/harness/turn-evidence.js';
import type { TurnOutcome } from '../../src/harness/turn-outcome.js';

/** A harness whose prompt is a shell script: the shortest way to a process that behaves in a given manner. */
export class ShellAdapter extends HarnessAdapter {
  readonly name = 'shell';
  readonly choosesId = false;
  readonly environment = { prefixes: [], markers: [] };
  readonly flags = { protocol: [], widening: [] };

  plan(turn: TurnRequest): ProcessPlan {
    return { args: ['-c', turn.prompt], stdin: 'nothing' };
  }

  read(line: string): readonly TurnEvent[] {
    return (jsonObjects(line) ?? []).map((result) => ({ kind: 'result', result }));
  }

  classify(end: ProcessEnd, events: readonly TurnEvent[]): TurnOutcome {
    const ours = endedByUs(end);
    if (ours !== undefined) return ours;
    if (lastResult(events) === undefined || !endedWell(end)) return endedWithoutResult(end, 'The shell');
    return outcomeOf('completed', '', end);
  }

  idProblem(): undefined {
    return undefined;
  }

  resumeArguments(): readonly string[] {
    return [];
  }
}
