import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { DispatchQueue, type NewDispatch } from '../dispatch/dispatch.queue.js';
import { QueueFullError } from './intake-errors.js';

/** The queue as deliveries meet it: with its bounds, and with a second chance for what failed before. */
@Injectable()
export class BoundedQueue {
  /**
   * At least as many as wait, in all and per session: the count of the last look and everything queued since. Rows are
   * counted only when a bound may have been reached, and not once per delivery.
   */
  private inAll = Infinity;
  private readonly perSession = new Map<string, number>();

  constructor(
    private readonly queue: DispatchQueue,
    private readonly config: AppConfig,
  ) {}

  /** Throws QueueFullError; the transaction then takes the whole delivery back. */
  enqueue(tx: Tx, wanted: NewDispatch): DispatchEntity {
    const { maxPerSession, maxTotal } = this.config.queue;
    const { sessionId } = wanted;
    if (this.inAll >= maxTotal) this.inAll = this.queue.waiting(tx);
    if (this.inAll >= maxTotal) throw new QueueFullError('queue.maxTotal', maxTotal);
    let ofSession = this.perSession.get(sessionId) ?? Infinity;
    if (ofSession >= maxPerSession) ofSession = this.queue.waitingOf(tx, sessionId);
    if (ofSession >= maxPerSession) throw new QueueFullError('queue.maxPerSession', maxPerSession);
    this.inAll += 1;
    this.perSession.set(sessionId, ofSession + 1);
    return this.queue.enqueue(tx, wanted);
  }

  /** A delivery that failed before and came again takes its old place instead of a second one. */
  requeue(tx: Tx, deliveryId: string, sessionId: string): DispatchEntity | undefined {
    const [failed] = tx.select<{ id: string }>(FAILED, deliveryId, sessionId);
    return failed && this.queue.requeue(tx, failed.id);
  }
}

const FAILED = `
  SELECT id FROM dispatch
   WHERE deliveryId = ? AND sessionId = ? AND state IN ('failed', 'quarantined') ORDER BY seq LIMIT 1`;
