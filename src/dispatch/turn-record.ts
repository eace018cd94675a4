import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { TurnOutcome } from '../harness/turn-outcome.js';

/** What a finished turn leaves on its row. */
export type TurnRecord = Partial<
  Pick<
    DispatchEntity,
    | 'outcome'
    | 'detail'
    | 'exitCode'
    | 'stderrTail'
    | 'resultText'
    | 'deniedPermissions'
    | 'costUsd'
    | 'usage'
    | 'totals'
  >
>;

export function recordOf(outcome: TurnOutcome): TurnRecord {
  return {
    outcome: outcome.class,
    detail: outcome.detail || null,
    exitCode: outcome.exitCode,
    stderrTail: outcome.stderrTail,
    resultText: outcome.text,
    deniedPermissions: outcome.deniedTools.length,
    costUsd: outcome.costUsd,
    usage: outcome.usage,
    totals: outcome.totals,
  };
}
