import { Injectable } from '@nestjs/common';
import { executorName } from '../config/executor.name.js';
import type { Tx } from '../database/database.tx.js';
import { DispatchEntity, type DispatchKind, type DispatchState } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { orderedUuid } from '../database/ordered-uuid.js';
import type { Fact } from '../events/activity.js';
import { SessionStore } from '../sessions/session.store.js';
import { DispatchJournal } from './dispatch.journal.js';
import { DispatchRows } from './dispatch.rows.js';
import { CLAIM, NOT_REACHED, REACHED, SESSION_STATE } from './dispatch-statements.js';
import { statesBefore } from './dispatch-transitions.js';
import type { TurnRecord } from './turn-record.js';
import { type Hold, holdOf, takesRows } from './session-hold.js';

export interface NewDispatch {
  readonly sessionId: string;
  /** Null for work the owner asked for. */
  readonly deliveryId: string | null;
  readonly kind: DispatchKind;
  /** The reason of the decision. */
  readonly reason: string;
}

export interface Attempt {
  /** Null for a turn that another process takes over: it has no folder here. */
  readonly attemptId: string | null;
  readonly deadlineAt: number;
  readonly budgetKey: string | null;
  readonly tokenHash: string | null;
}

/**
 * The queue of every session, as rows. One verb per arrow of DISPATCH_TRANSITIONS, each a conditional update inside the
 * caller's transaction: a verb that finds its row elsewhere does nothing and says so.
 */
@Injectable()
export class DispatchQueue extends DispatchRows {
  constructor(
    private readonly sessions: SessionStore,
    private readonly journal: DispatchJournal,
  ) {
    super();
  }

  enqueue(tx: Tx, wanted: NewDispatch): DispatchEntity {
    const id = orderedUuid(tx.now);
    const { sessionId, deliveryId, kind, reason } = wanted;
    const executor = executorName();
    tx.insert(DispatchEntity, {
      id,
      sessionId,
      deliveryId,
      kind,
      reason,
      state: 'queued',
      createdAt: tx.now,
      executor,
    });
    const row = this.get(tx, id)!;
    this.journal.tell(tx, 'dispatch.queued', row, { reason });
    return this.waitWithSession(tx, sessionId) ? this.get(tx, id)! : row;
  }

  /** The row that comes next for a session, if it may run now. */
  head(tx: Tx, sessionId: string): DispatchEntity | undefined {
    const session = this.sessions.get(tx, sessionId);
    if (session === undefined || !takesRows(session)) return undefined;
    for (;;) {
      const front = this.unfinished(tx, sessionId)[0];
      if (session.status !== 'closing' || front === undefined || !waitsForSomebody(front)) {
        return front?.state === 'queued' && tx.count(DispatchEntity, { sessionId, state: 'running' }) === 0
          ? front
          : undefined;
      }
      // A close waits for what came before it, but not for what waits for a person: that would keep the item occupied.
      this.cancel(tx, front.id, 'session-closed');
    }
  }

  /** The statement itself refuses to let a row overtake an earlier one, or to let two of a session run. */
  claim(tx: Tx, id: string, attempt: Attempt): DispatchEntity | undefined {
    const { attemptId, deadlineAt, budgetKey, tokenHash } = attempt;
    if (tx.execute(CLAIM, attemptId, deadlineAt, budgetKey, tokenHash, tx.now, id) === 0) return undefined;
    const row = this.get(tx, id)!;
    if (row.kind !== 'close') this.journal.tell(tx, 'dispatch.started', row, { reason: row.reason });
    return row;
  }

  /** Lets waiting rows take part in a running turn; false, and nothing changed, when one of them is no longer there. */
  join(tx: Tx, head: DispatchEntity, ids: readonly string[]): boolean {
    const waiting = tx.count(DispatchEntity, { id: ids, state: 'queued', sessionId: head.sessionId });
    if (waiting !== ids.length) return false;
    const { attemptId, deadlineAt } = head;
    const change = { state: 'running', batchedWith: head.id, startedAt: tx.now, attemptId, deadlineAt } as const;
    tx.update(DispatchEntity, { id: ids }, change);
    for (const row of this.turn(tx, head.id).slice(1))
      this.journal.tell(tx, 'dispatch.started', row, { reason: 'batched' });
    return true;
  }

  succeed(tx: Tx, id: string, record: TurnRecord): DispatchEntity[] {
    return this.end(tx, id, 'succeeded', record);
  }

  fail(tx: Tx, id: string, record: TurnRecord): DispatchEntity[] {
    return this.end(tx, id, 'failed', record);
  }

  /** Puts rows aside until a time or a person; a running row takes its batch along. Nothing is used up by it. */
  hold(tx: Tx, id: string, hold: Hold, record: TurnRecord = {}): DispatchEntity[] {
    const change = { outcome: hold.reason, detail: hold.detail, heldUntil: hold.until, budgetKey: null, starts: 0 };
    const before = this.turn(tx, id);
    const reached = before[0]?.state !== 'running' || hold.reason === 'rate-limited'; // which comes in the middle, too
    const rows = this.move(tx, before, 'held', { ...LEFT, ...record, ...change });
    for (const row of rows) {
      if (!reached) tx.execute(NOT_REACHED, row.id);
      this.journal.tell(tx, 'dispatch.held', row, { reason: hold.reason, error: hold.detail });
    }
    return rows;
  }

  /** Holds every queued row of a session; a close waits for nobody but the rows before it. */
  holdWaiting(tx: Tx, sessionId: string, hold: Hold): void {
    const rows = this.unfinished(tx, sessionId, ['queued']).filter((row) => row.kind !== 'close');
    for (const row of rows) this.hold(tx, row.id, hold);
  }

  /** Lets held rows of a session go on, in their old order; `which` narrows it down. Interrupted ones come along. */
  releaseHeld(tx: Tx, sessionId: string, which: (row: DispatchEntity) => boolean = () => true): DispatchEntity[] {
    const rows = this.unfinished(tx, sessionId, ['held', 'interrupted']).filter(which);
    return this.backToQueue(tx, rows, {});
  }

  cancel(tx: Tx, id: string, reason: string, detail: string | null = null): boolean {
    const change = { outcome: reason, detail, endedAt: tx.now, heldUntil: null };
    const rows = this.move(tx, tx.many(DispatchEntity, { id }), 'cancelled', change);
    for (const row of rows) this.journal.tell(tx, 'dispatch.cancelled', row, { reason });
    return rows.length > 0;
  }

  /** Written before the first signal of ours: the end of the turn cannot tell that it was us. */
  intend(tx: Tx, id: string, intent: string): void {
    tx.update(DispatchEntity, { id, state: 'running' }, { endIntent: intent });
  }

  /** The turn was cut. `counts` is false when it never reached the harness. */
  interrupt(tx: Tx, id: string, detail: string, counts: boolean): DispatchEntity[] {
    const rows = this.move(tx, this.turn(tx, id), 'interrupted', { ...LEFT, outcome: 'interrupted', detail });
    for (const row of rows) tx.execute(counts ? REACHED : NOT_REACHED, row.id);
    const reason = counts ? 'interrupted' : 'never-started';
    for (const row of rows) this.journal.tell(tx, 'dispatch.interrupted', row, { reason, error: detail });
    return rows.map((row) => this.get(tx, row.id)!);
  }

  /** An interrupted row goes back to its old place, which is the head of its lane. */
  again(tx: Tx, id: string): boolean {
    return this.backToQueue(tx, tx.many(DispatchEntity, { id, state: 'interrupted' }), {}).length > 0;
  }

  quarantine(tx: Tx, id: string, detail: string): boolean {
    const rows = this.move(tx, tx.many(DispatchEntity, { id }), 'quarantined', { detail, endedAt: tx.now });
    for (const row of rows) this.journal.tell(tx, 'dispatch.quarantined', row, { reason: row.outcome, error: detail });
    return rows.length > 0;
  }

  /** A failed or quarantined row is to be tried again, with fresh attempts and in its old place. */
  requeue(tx: Tx, id: string): DispatchEntity | undefined {
    const rows = tx.many(DispatchEntity, { id, state: ['failed', 'quarantined'] });
    const fresh = { attempts: 0, starts: 0, endedAt: null, exitCode: null, stderrTail: null, resultText: null };
    return this.backToQueue(tx, rows, { ...fresh, batchedWith: null })[0];
  }

  private end(tx: Tx, id: string, state: 'succeeded' | 'failed', record: TurnRecord): DispatchEntity[] {
    const [head, ...others] = this.turn(tx, id);
    if (head === undefined || this.move(tx, [head], state, { ...ENDED, endedAt: tx.now, ...record }).length === 0)
      return [];
    const { outcome, detail } = record;
    this.move(tx, others, state, { ...ENDED, endedAt: tx.now, outcome, detail });
    const rows = [head, ...others].map((row) => this.get(tx, row.id)!);
    for (const row of rows) {
      tx.execute(REACHED, row.id);
      this.journal.tell(tx, `dispatch.${state}`, row, endingOf(row));
    }
    return rows;
  }

  private backToQueue(tx: Tx, rows: DispatchEntity[], change: Partial<DispatchEntity>): DispatchEntity[] {
    const moved = this.move(tx, rows, 'queued', { outcome: null, detail: null, heldUntil: null, ...change });
    for (const row of moved) this.journal.tell(tx, 'dispatch.queued', row, { reason: row.reason });
    for (const sessionId of new Set(moved.map((row) => row.sessionId))) this.waitWithSession(tx, sessionId);
    return moved.map((row) => this.get(tx, row.id)!);
  }

  /** Rows of a session that takes none now say so themselves; false when it does. */
  private waitWithSession(tx: Tx, sessionId: string): boolean {
    const [session] = tx.select<Pick<SessionEntity, 'status' | 'statusReason' | 'workItem'>>(SESSION_STATE, sessionId);
    const hold = session && holdOf(session);
    if (hold !== undefined) this.holdWaiting(tx, sessionId, hold);
    return hold !== undefined;
  }

  /** The one place where a state is written; answers with the rows that took the arrow. */
  private move(
    tx: Tx,
    rows: readonly DispatchEntity[],
    to: DispatchState,
    change: Partial<DispatchEntity>,
  ): DispatchEntity[] {
    return rows
      .filter(
        (row) => tx.update(DispatchEntity, { id: row.id, state: statesBefore(to) }, { ...change, state: to }) === 1,
      )
      .map((row) => this.get(tx, row.id)!);
  }
}

/** What no row keeps once its turn is over; the folder of the last attempt stays named. */
const ENDED = { tokenHash: null, deadlineAt: null } as const;
const LEFT = { ...ENDED, batchedWith: null } as const;

/** A turn that ended well may have been denied what it wanted to do; that is worth a look. */
function endingOf({ state, outcome, detail, deniedPermissions }: DispatchEntity): Omit<Fact, 'name'> {
  if (state === 'failed') return { reason: outcome, error: detail };
  return deniedPermissions ? { reason: 'permissions-denied', error: detail, level: 'warn' } : { reason: outcome };
}

function waitsForSomebody(row: DispatchEntity): boolean {
  if (row.kind === 'close') return false;
  return row.state === 'interrupted' || (row.state === 'held' && row.heldUntil === null);
}
