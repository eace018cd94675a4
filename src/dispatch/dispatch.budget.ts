import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { Tx } from '../database/database.tx.js';
import { DeliveryEntity } from '../database/entities/delivery.entity.js';
import { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { LET_GO_ON } from './session-hold.js';

const HOUR_MS = 3_600_000;

/**
 * The end of endless loops: how many turns a session may have within an hour, and how many for CI results of one
 * commit. Counted where a turn begins; all deliveries of one review count as one.
 */
@Injectable()
export class DispatchBudget {
  constructor(private readonly config: AppConfig) {}

  /** What the row's turn counts as. */
  keyOf(tx: Tx, row: DispatchEntity): string {
    return this.delivery(tx, row)?.reviewKey ?? row.id;
  }

  /** The sentence for the owner when the row's turn would be one too many. */
  exceeded(tx: Tx, row: DispatchEntity): string | undefined {
    const { maxTurnsPerHour, maxTurnsPerHead } = this.config.webhooks.ghWebhook.routing;
    const key = this.keyOf(tx, row);
    if (maxTurnsPerHour > 0 && count(tx, WITHIN, row.sessionId, key, tx.now - HOUR_MS, tx.now) >= maxTurnsPerHour) {
      return `${maxTurnsPerHour} turns within an hour (routing.maxTurnsPerHour); ${ADVICE}`;
    }
    const headSha = this.delivery(tx, row)?.headSha ?? null;
    if (headSha === null || maxTurnsPerHead === 0) return undefined;
    if (count(tx, FOR_HEAD, row.sessionId, key, headSha) < maxTurnsPerHead) return undefined;
    return `${maxTurnsPerHead} turns for CI of commit ${headSha.slice(0, 12)} (routing.maxTurnsPerHead); ${ADVICE}`;
  }

  /** The owner has looked: what ran before counts no longer. */
  forget(tx: Tx, sessionId: string): void {
    tx.update(DispatchEntity, { sessionId }, { budgetKey: null });
  }

  private delivery(tx: Tx, row: DispatchEntity): DeliveryEntity | undefined {
    return row.deliveryId === null ? undefined : tx.one(DeliveryEntity, { deliveryId: row.deliveryId });
  }
}

const ADVICE = `see whether it runs in circles, then ${LET_GO_ON}`;

/** What seems to lie ahead was begun before the clock was set back, nobody knows how long ago. */
const WITHIN = `
  SELECT count(DISTINCT budgetKey) AS n FROM dispatch
   WHERE sessionId = ? AND budgetKey <> ? AND startedAt > ? AND startedAt <= ?`;

const FOR_HEAD = `
  SELECT count(DISTINCT dispatch.budgetKey) AS n
    FROM dispatch JOIN delivery ON delivery.deliveryId = dispatch.deliveryId
   WHERE dispatch.sessionId = ? AND dispatch.budgetKey <> ? AND delivery.headSha = ?`;

function count(tx: Tx, text: string, ...values: readonly unknown[]): number {
  return tx.select<{ n: number }>(text, ...values)[0]?.n ?? 0;
}
