import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { failpoint } from '../config/failpoint.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import { StoreUnavailableError } from '../database/store-unavailable.error.js';
import { DispatchLanes } from '../dispatch/dispatch.lanes.js';
import { LOGGER } from '../events/logger.token.js';
import { DeliveryRouter, type ReadDelivery } from './delivery.router.js';
import { DeliveryStore } from './delivery.store.js';
import type { Delivery } from './door.js';
import { answerOf, type IntakeAnswer } from './intake-answer.js';
import { DeliveryNotFoundError, QueueFullError, ServerStoppingError } from './intake-errors.js';
import { VerdictExecution } from './verdict.execution.js';

/**
 * Takes a verified delivery: decided once, in one transaction with everything that follows from it. When the promise
 * resolves, it is on disk, and its rows have been handed to the lanes.
 */
@Injectable()
export class IntakeService {
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly router: DeliveryRouter,
    private readonly deliveries: DeliveryStore,
    private readonly execution: VerdictExecution,
    private readonly lanes: DispatchLanes,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Rejects with StoreUnavailableError, QueueFullError or ServerStoppingError; then nothing was stored. */
  async receive(delivery: Delivery): Promise<IntakeAnswer> {
    return this.take(delivery, null);
  }

  /** Routes a stored delivery anew under an id of its own, also when it was processed before: the owner wants it. */
  async replay(deliveryId: string): Promise<IntakeAnswer> {
    const stored = await this.transactions.run((tx) => this.deliveries.get(tx, deliveryId));
    if (stored === undefined) throw new DeliveryNotFoundError(deliveryId);
    return this.take({ ...stored, deliveryId: `replay-${randomUUID()}` }, deliveryId);
  }

  /** From now on deliveries are refused; those that are being taken are finished. */
  stop(): void {
    this.stopped = true;
  }

  get stopping(): boolean {
    return this.stopped;
  }

  private async take(delivery: Delivery, replayOf: string | null): Promise<IntakeAnswer> {
    if (this.stopped) throw new ServerStoppingError();
    try {
      const read = this.router.read(delivery);
      const { answer, tickets } = await this.transactions.run((tx) => this.decide(tx, delivery, read, replayOf));
      failpoint('after-commit-before-202');
      for (const ticket of tickets) this.lanes.push(ticket);
      return answer;
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof QueueFullError) throw error;
      return this.keepDefect(delivery, error);
    }
  }

  private decide(tx: Tx, delivery: Delivery, read: ReadDelivery, replayOf: string | null) {
    const replay = replayOf !== null;
    let routed = this.router.route(tx, read, { known: false, replay });
    if (!this.deliveries.add(tx, delivery, routed, replayOf)) {
      routed = this.router.route(tx, read, { known: true, replay });
      this.deliveries.repeat(tx, delivery.deliveryId);
      if (!routed.snapshot.processed) this.deliveries.decideAnew(tx, delivery, routed);
    }
    const tickets = this.execution.carryOut(tx, routed);
    failpoint('after-insert-before-commit');
    return { answer: answerOf(routed), tickets };
  }

  /** The failed work has been rolled back as a whole; the delivery itself is kept, to be looked at and replayed. */
  private async keepDefect(delivery: Delivery, error: unknown): Promise<IntakeAnswer> {
    const { deliveryId, event } = delivery;
    const sentence = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.log.error({ err: error, deliveryId, event }, 'Routing failed on a delivery; it is kept and can be replayed');
    await this.transactions.run((tx) => {
      this.deliveries.addDefect(tx, delivery, sentence);
      tx.record({ name: 'webhook.received', deliveryId, event });
      tx.record({ name: 'routing.dropped', level: 'error', deliveryId, event, reason: 'defect', error: sentence });
    });
    return { deliveryId, outcome: 'defect', reason: 'defect', decisions: [] };
  }
}
