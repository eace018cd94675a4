import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { Tx } from '../database/database.tx.js';
import { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { DispatchQueue, type NewDispatch } from '../dispatch/dispatch.queue.js';
import { QueueFullError } from './intake-errors.js';

/** The queue as deliveries meet it: with its bounds, and with a second chance for what failed before. */
@Injectable()
export class BoundedQueue {
  /** At least as many as wait: the count of the last look and everything queued since. Saves a count per delivery. */
  private atMost = Infinity;

  constructor(
    private readonly queue: DispatchQueue,
    private readonly config: AppConfig,
  ) {}

  /** Throws QueueFullError; the transaction then takes the whole delivery back. */
  enqueue(tx: Tx, wanted: NewDispatch): DispatchEntity {
    const { maxPerSession, maxTotal } = this.config.queue;
    if (this.atMost >= maxTotal) this.atMost = this.queue.waiting(tx);
    if (this.atMost >= maxTotal) throw new QueueFullError('queue.maxTotal', maxTotal);
    if (this.queue.waitingOf(tx, wanted.sessionId) >= maxPerSession) {
      throw new QueueFullError('queue.maxPerSession', maxPerSession);
    }
    this.atMost += 1;
    return this.queue.enqueue(tx, wanted);
  }

  /** A delivery that failed before and came again takes its old place instead of a second one. */
  requeue(tx: Tx, deliveryId: string, sessionId: string): DispatchEntity | undefined {
    const failed = tx.one(DispatchEntity, { deliveryId, sessionId, state: ['failed', 'quarantined'] });
    return failed && this.queue.requeue(tx, failed.id);
  }
}
