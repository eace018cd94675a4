import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { StoreUnavailableError } from '../database/store-unavailable.error.js';
import { LOGGER } from '../events/logger.token.js';
import { DispatchLanes, type Ticket } from './dispatch.lanes.js';
import { DispatchQueue } from './dispatch.queue.js';

/**
 * A held row is tried at least this often, and held anew where that was too early: after the clock has been set back, its
 * time may be years away. Also well below what a timer of Node can be set to.
 */
const LONGEST_WAIT_MS = 24 * 3_600_000;
/** After a store that could not answer. */
const RETRY_MS = 1_000;

export interface Freed<T> {
  readonly answer: T;
  readonly freed: readonly DispatchEntity[];
}

/**
 * Remembers what is due later: a waiting row occupies no slot and asks for nothing until its time has come. Timers run
 * on the monotonic clock; a jump of the wall clock moves none of them.
 */
@Injectable()
export class DispatchWaker {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly queue: DispatchQueue,
    private readonly lanes: DispatchLanes,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Hands out tickets for these rows at once. */
  push(rows: readonly Pick<DispatchEntity, 'id' | 'sessionId'>[]): void {
    for (const { id, sessionId } of rows) this.lanes.push({ sessionId, dispatchId: id });
  }

  /** Makes a change, and hands out tickets for the rows it set free. */
  async change<T>(body: (tx: Tx) => Freed<T>): Promise<T> {
    const { answer, freed } = await this.transactions.run(body);
    this.push(freed);
    return answer;
  }

  /** Lets held rows go on when they are due; those that wait for a person are left alone. */
  wakeWhenDue(rows: readonly DispatchEntity[]): void {
    for (const { sessionId, heldUntil } of rows) {
      if (heldUntil === null) continue;
      this.set(`due ${sessionId}`, heldUntil - Date.now(), () => this.release(sessionId, heldUntil));
    }
  }

  /** The row of this ticket may be due after a while. */
  lookAgain(ticket: Ticket, delayMs: number = RETRY_MS): void {
    this.set(`look ${ticket.sessionId}`, delayMs, () => Promise.resolve(this.lanes.push(ticket)));
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private async release(sessionId: string, until: number): Promise<void> {
    const isDue = (row: DispatchEntity): boolean => row.heldUntil !== null && row.heldUntil <= until;
    const [released, later] = await this.transactions.run((tx) => [
      this.queue.releaseHeld(tx, sessionId, isDue),
      this.queue.unfinished(tx, sessionId, ['held']),
    ]);
    this.push(released);
    this.wakeWhenDue(later);
  }

  private set(key: string, delayMs: number, act: () => Promise<void>): void {
    if (this.stopped) return;
    clearTimeout(this.timers.get(key));
    const timer = setTimeout(
      () => {
        this.timers.delete(key);
        act().catch((error: unknown) => this.failed(key, act, error));
      },
      Math.min(Math.max(delayMs, 0), LONGEST_WAIT_MS),
    );
    timer.unref();
    this.timers.set(key, timer);
  }

  /** A store that could not answer may answer soon; a defect would only come again. */
  private failed(key: string, act: () => Promise<void>, error: unknown): void {
    if (error instanceof StoreUnavailableError) this.set(key, RETRY_MS, act);
    else this.log.error({ err: error, timer: key }, 'What was due could not be woken');
  }
}
