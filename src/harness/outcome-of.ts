import type { ProcessEnd } from './harness.adapter.js';
import { plainText } from './plain-text.js';
import type { OutcomeClass, TurnOutcome } from './turn-outcome.js';

/** An outcome with what the process itself tells; the rest is unknown unless given. */
export function outcomeOf(
  kind: OutcomeClass,
  detail: string,
  end: Pick<ProcessEnd, 'code' | 'stderr'>,
  known: Partial<TurnOutcome> = {},
): TurnOutcome {
  return {
    class: kind,
    detail,
    harnessSessionId: null,
    text: null,
    exitCode: end.code,
    stderrTail: end.stderr === '' ? null : plainText(end.stderr),
    deniedTools: [],
    costUsd: null,
    usage: null,
    totals: null,
    until: null,
    ...known,
  };
}
