import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { harnessSettings } from '../config/harness-settings.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import { findHarness } from '../harness/launch.check.js';
import { SessionStore } from '../sessions/session.store.js';
import type { CheckoutNeed } from './checkout.needs.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker } from './dispatch.waker.js';
import { type DeclineCause, EndpointDecline } from './endpoint.decline.js';

/** How long a row waits for what may pass by itself: a network, a full disk. It doubles up to the bound. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 30 * 60_000;

/** Why there is no checkout now; `passing` when that may change without anybody doing anything. */
export interface Obstacle extends DeclineCause {
  readonly passing: boolean;
}

/** What becomes of a row whose session gets no checkout: it waits, or another session takes it. It is never dropped. */
@Injectable()
export class CheckoutObstacles {
  private readonly pauses = new Map<string, number>();

  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionStore,
    private readonly queue: DispatchQueue,
    private readonly endpoints: EndpointDecline,
    private readonly waker: DispatchWaker,
    private readonly config: AppConfig,
  ) {}

  /** A pull request's own session that could not run anyway is not worth a clone. */
  before({ session }: CheckoutNeed): Obstacle | undefined {
    if (session.endpointOf === null || session.harnessSessionId !== null) return undefined;
    const binary = harnessSettings(this.config, session.harness)?.binary;
    const found = binary === undefined ? undefined : findHarness(session.harness, binary, process.env.PATH);
    if (found === undefined || typeof found === 'string') return undefined;
    return { reason: 'harness-unavailable', detail: found.detail, passing: true };
  }

  async meet(need: CheckoutNeed, obstacle: Obstacle): Promise<void> {
    const { freed, held } = await this.transactions.run((tx) => this.waitOrDecline(tx, need, obstacle));
    this.waker.push(freed);
    this.waker.wakeWhenDue(held);
  }

  /** The session has its checkout: the next pause is a short one again. */
  over(sessionId: string): void {
    this.pauses.delete(sessionId);
  }

  private waitOrDecline(tx: Tx, { row, session }: CheckoutNeed, { reason, detail, passing }: Obstacle) {
    const current = this.sessions.get(tx, session.id);
    // Its owner may have closed it, or taken the row away, while the checkout was being made.
    if (current === undefined || this.queue.get(tx, row.id)?.state !== 'queued') return { freed: [], held: [] };
    const taken = this.endpoints.decline(tx, current, { reason, detail });
    if (taken !== undefined) return { freed: taken, held: [] };
    const until = passing ? tx.now + this.pauseOf(session.id) : null;
    return { freed: [], held: this.queue.hold(tx, row.id, { reason, detail, until }) };
  }

  private pauseOf(sessionId: string): number {
    const last = this.pauses.get(sessionId);
    const pause = last === undefined ? FIRST_PAUSE_MS : Math.min(last * 2, LONGEST_PAUSE_MS);
    this.pauses.set(sessionId, pause);
    return pause;
  }
}
