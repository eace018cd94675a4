import { Injectable } from '@nestjs/common';
import { failpoint } from '../config/failpoint.js';
import { Transactions } from '../database/database.transactions.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker } from './dispatch.waker.js';

/**
 * The first tickets of a start; never before the instance lock is held. Turns that were running come first, so that
 * they take the slots they had: the runner finds a running row that nobody looks after, asks what its directory proves,
 * and settles it, adopts it, or puts it back. Then whatever waits, in the order of the inbox, and the hours of the rest.
 */
@Injectable()
export class DispatchRecovery {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: DispatchQueue,
    private readonly waker: DispatchWaker,
  ) {}

  async run(): Promise<void> {
    const { running, first, held } = await this.transactions.run((tx) => ({
      running: this.queue.running(tx),
      first: this.queue.firstOfEach(tx),
      held: this.queue.due(tx),
    }));
    failpoint('in-recovery');
    this.waker.push(running);
    this.waker.push(first);
    this.waker.wakeWhenDue(held);
  }
}
