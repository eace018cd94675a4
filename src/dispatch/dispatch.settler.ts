import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { AppConfig } from '../config/app-config.js';
import { failpoint } from '../config/failpoint.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import { StoreUnavailableError } from '../database/store-unavailable.error.js';
import type { EndIntent } from '../harness/end-intent.js';
import type { TurnOutcome } from '../harness/turn-outcome.js';
import type { Work } from './dispatch.claims.js';
import { DispatchOutcomes } from './dispatch.outcomes.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker } from './dispatch.waker.js';
import { HarnessPauses } from './harness.pauses.js';
import type { Hold } from './session-hold.js';
import { type Circumstances, type Settlement, settlementOf } from './turn-settlement.js';

const RETRY_MS = 1_000;

export type Ending = Pick<Circumstances, 'cancelled' | 'stopping'>;

/** Writes down how work ended, and sees to what follows: the next row of the session, or the moment this one is due. */
@Injectable()
export class DispatchSettler {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: DispatchQueue,
    private readonly outcomes: DispatchOutcomes,
    private readonly pauses: HarnessPauses,
    private readonly waker: DispatchWaker,
    private readonly config: AppConfig,
  ) {}

  async settle(work: Work, outcome: TurnOutcome, ending: Ending, leave: AbortSignal): Promise<void> {
    failpoint('after-result-before-commit');
    if (outcome.class === 'completed') this.pauses.lift(work.session.harness);
    const settlement = this.judged(work, outcome, ending);
    await this.finish(work, leave, (tx) => this.outcomes.apply(tx, work, outcome, settlement));
  }

  /** The turn may not begin now. Where its harness is missing, the other sessions of that harness wait as well. */
  hold(work: Work, hold: Hold, leave: AbortSignal): Promise<void> {
    const { reason, detail } = hold;
    const { harness } = work.session;
    const shared = reason === 'not-installed' ? this.pauses.pause(harness, reason, detail, Date.now()) : hold;
    return this.finish(work, leave, (tx) => void this.queue.hold(tx, work.row.id, shared));
  }

  /** An adopted row of which no turn ever came to life. */
  neverStarted(work: Work, detail: string, leave: AbortSignal): Promise<void> {
    return this.finish(work, leave, (tx) => this.outcomes.neverStarted(tx, work.row, detail));
  }

  /** A stage of ours failed on this row. It is tried once more, then set aside; the session goes on. */
  crashed(work: Work, error: unknown, leave: AbortSignal): Promise<void> {
    const sentence = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return this.finish(work, leave, (tx) =>
      this.outcomes.interrupted(tx, work.row, `A defect stopped it: ${sentence}`),
    );
  }

  close(work: Work, leave: AbortSignal): Promise<void> {
    return this.finish(work, leave, (tx) => this.outcomes.close(tx, work.row));
  }

  /** The conversation exists from now on, whatever becomes of its first turn; a store that cannot write is waited for. */
  named(work: Work, harnessSessionId: string, leave: AbortSignal): Promise<void> {
    return this.persist(leave, (tx) => this.outcomes.named(tx, work, harnessSessionId));
  }

  /** Told before the first signal: how a turn ends does not show that it was us. */
  ending({ row }: Work, intent: EndIntent): Promise<void> {
    return this.transactions.run((tx) => this.queue.intend(tx, row.id, intent));
  }

  private judged(work: Work, outcome: TurnOutcome, ending: Ending): Settlement {
    const { onStale } = this.config.webhooks.ghWebhook.routing;
    const now = Date.now();
    const settlement = settlementOf(outcome, { ...ending, now, onStale });
    if (!settlement.pausesHarness) return settlement;
    const { until } = this.pauses.pause(work.session.harness, settlement.outcome, settlement.detail, now);
    return { ...settlement, until };
  }

  private async finish(work: Work, leave: AbortSignal, body: (tx: Tx) => void): Promise<void> {
    const { sessionId } = work.row;
    const [next, held] = await this.persist(leave, (tx) => {
      body(tx);
      return [this.queue.head(tx, sessionId), this.queue.unfinished(tx, sessionId, ['held'])] as const;
    });
    this.waker.wakeWhenDue(held);
    if (next !== undefined) this.waker.push([next]);
  }

  /** A turn that has ended is worth waiting for the store; when the server goes first, the next start settles it. */
  private async persist<T>(leave: AbortSignal, body: (tx: Tx) => T): Promise<T> {
    for (;;) {
      try {
        return await this.transactions.run(body);
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || leave.aborted) throw error;
        await delay(RETRY_MS, undefined, { signal: leave }).catch(() => undefined);
      }
    }
  }
}
