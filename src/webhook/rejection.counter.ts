import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { Transactions } from '../database/database.transactions.js';
import { LOGGER } from '../events/logger.token.js';

/** Each reason is told at most once in this time. */
export const REJECTION_INTERVAL_MS = 60_000;

interface Tally {
  untold: number;
  quiet: NodeJS.Timeout | undefined;
}

/**
 * Counts what is refused before it is a delivery. The first refusal for a reason is told at once, so that a wrong
 * secret shows; those that follow are told as a number once a minute: strangers must not be able to cause writes.
 */
@Injectable()
export class RejectionCounter implements OnApplicationShutdown {
  private readonly tallies = new Map<string, Tally>();

  constructor(
    private readonly transactions: Transactions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** `reason` comes from a closed list of ours, never from a request. */
  count(reason: string): void {
    const tally = this.tallies.get(reason) ?? { untold: 0, quiet: undefined };
    this.tallies.set(reason, tally);
    tally.untold += 1;
    if (tally.quiet === undefined) void this.tell(reason, tally);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const tally of this.tallies.values()) clearTimeout(tally.quiet);
    const told = [...this.tallies].map(([reason, tally]) => this.record(reason, tally));
    this.tallies.clear();
    await Promise.all(told);
  }

  private tell(reason: string, tally: Tally): Promise<void> {
    tally.quiet = setTimeout(() => {
      tally.quiet = undefined;
      if (tally.untold > 0) void this.tell(reason, tally);
    }, REJECTION_INTERVAL_MS).unref();
    return this.record(reason, tally);
  }

  private async record(reason: string, tally: Tally): Promise<void> {
    const count = tally.untold;
    if (count === 0) return;
    tally.untold = 0;
    const error = count === 1 ? '1 request was refused' : `${count} requests were refused`;
    try {
      await this.transactions.run((tx) => tx.record({ name: 'webhook.rejected', reason, error }));
    } catch (fault) {
      this.log.warn({ err: fault, reason, count }, 'webhook.rejected could not be stored');
    }
  }
}
