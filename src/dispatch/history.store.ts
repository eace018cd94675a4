import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { DispatchEntity, type DispatchState } from '../database/entities/dispatch.entity.js';
import { listed } from './dispatch-statements.js';
import { OVER } from './dispatch-transitions.js';
import type { HistoryLimits } from './history-limits.js';

/**
 * The newest of each are kept whatever the clock says: a clock that jumps ahead by a year must not make the server
 * forget which deliveries it knows.
 */
const FEWEST_DELIVERIES = 5_000;
const FEWEST_FACTS = 20_000;
/** Beyond these the oldest go before their time, as far as they can: a flood must not fill the disk. */
const MOST_DELIVERIES = 100_000;
const MOST_FACTS = 500_000;
/** Others wait while a transaction runs. */
const AT_ONCE = 200;

export interface PrunedPart {
  readonly removed: number;
  /** Where to look on; null where everything is younger. */
  readonly next: number | null;
}

/** What has ended long ago, and its removal. Nothing that waits is touched, nor the delivery it came with. */
@Injectable()
export class HistoryStore {
  /** Looks at the next deliveries behind a place in the inbox, and removes the old ones with their dispatches. */
  pruneDeliveries(tx: Tx, { oldBefore, finalBefore }: HistoryLimits, after: number): PrunedPart {
    const part = tx.select<{ seq: number; isOld: number; isFinal: number }>(
      PART,
      ...[oldBefore, nthNewest(tx, 'delivery', FEWEST_DELIVERIES)],
      ...[finalBefore, nthNewest(tx, 'delivery', MOST_DELIVERIES)],
      ...[after, AT_ONCE],
    );
    const old = tx.select<{ deliveryId: string }>(
      REMOVABLE,
      ...[seqs(part.filter(({ isOld }) => isOld === 1)), oldBefore],
      ...[seqs(part.filter(({ isFinal }) => isFinal === 1)), finalBefore],
    );
    const ids = JSON.stringify(old.map(({ deliveryId }) => deliveryId));
    tx.execute('DELETE FROM dispatch WHERE deliveryId IN (SELECT value FROM json_each(?))', ids);
    tx.execute('DELETE FROM delivery WHERE deliveryId IN (SELECT value FROM json_each(?))', ids);
    const isYoung = part.every(({ isOld, isFinal }) => isOld + isFinal === 0);
    return { removed: old.length, next: isYoung ? null : part.at(-1)!.seq };
  }

  /** Removes some old dispatches that came with no delivery, such as a close at the owner's word. */
  pruneDispatches(tx: Tx, { oldBefore }: HistoryLimits): number {
    return tx.execute(OWN_DISPATCHES, oldBefore, AT_ONCE);
  }

  /** Removes some of the oldest facts. They stand in the order of their time, but for the jumps of a clock. */
  pruneFacts(tx: Tx, { oldBefore }: HistoryLimits): number {
    const surplus = nthNewest(tx, 'activity', MOST_FACTS);
    return tx.execute(OLD_FACTS, nthNewest(tx, 'activity', FEWEST_FACTS), AT_ONCE, oldBefore, surplus);
  }

  /** When each of these dispatches was over; null for one that is not, or that waits for its owner. */
  endsOf(tx: Tx, ids: readonly string[]): Map<string, number | null> {
    return new Map(
      tx.many(DispatchEntity, { id: ids }).map((row) => [row.id, IS_OVER.has(row.state) ? row.endedAt : null]),
    );
  }
}

const IS_OVER: ReadonlySet<DispatchState> = new Set(OVER);

const seqs = (rows: readonly { seq: number }[]): string => JSON.stringify(rows.map(({ seq }) => seq));

/** The sequence number up to which rows are not among the newest `n`. */
function nthNewest(tx: Tx, table: 'delivery' | 'activity', n: number): number {
  const [row] = tx.select<{ seq: number }>(`SELECT seq FROM ${table} ORDER BY seq DESC LIMIT 1 OFFSET ?`, n);
  return row?.seq ?? 0;
}

/** The last turn of an open session in which a harness told its totals: the next one is measured against it. */
const LAST_TOTALS = `
  totals IS NOT NULL
  AND EXISTS (SELECT 1 FROM session WHERE session.id = dispatch.sessionId AND status <> 'closed')
  AND NOT EXISTS (SELECT 1 FROM dispatch AS later
                   WHERE later.sessionId = dispatch.sessionId AND later.seq > dispatch.seq AND later.totals IS NOT NULL)`;

/** A dispatch that keeps its delivery: it is not over, or not for long enough. */
const KEEPS = `
  SELECT 1 FROM dispatch
   WHERE dispatch.deliveryId = delivery.deliveryId
     AND (state NOT IN ${listed(OVER)} OR endedAt IS NULL OR endedAt >= ? OR (${LAST_TOTALS}))`;

/** Walked through in parts: deliveries are large, and most of them are young. */
const PART = `
  SELECT seq, lastReceivedAt < ? AND seq <= ? AS isOld, lastReceivedAt < ? AND seq <= ? AS isFinal
    FROM delivery WHERE seq > ? ORDER BY seq LIMIT ?`;

const REMOVABLE = `
  SELECT deliveryId FROM delivery
   WHERE (seq IN (SELECT value FROM json_each(?)) AND NOT EXISTS (${KEEPS}))
      OR (seq IN (SELECT value FROM json_each(?)) AND NOT EXISTS (${KEEPS}))`;

const OWN_DISPATCHES = `
  DELETE FROM dispatch WHERE seq IN (
    SELECT seq FROM dispatch
     WHERE deliveryId IS NULL AND state IN ${listed(OVER)} AND endedAt < ? AND NOT (${LAST_TOTALS})
     ORDER BY seq LIMIT ?)`;

const OLD_FACTS = `
  DELETE FROM activity WHERE seq IN (
    SELECT seq FROM (SELECT seq, time FROM activity WHERE seq <= ? ORDER BY seq LIMIT ?)
     WHERE time < ? OR seq <= ?)`;
