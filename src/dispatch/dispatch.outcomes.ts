import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import type { TurnOutcome } from '../harness/turn-outcome.js';
import { SessionStates } from '../sessions/session.states.js';
import { SessionStore } from '../sessions/session.store.js';
import type { Work } from './dispatch.claims.js';
import { DispatchQueue } from './dispatch.queue.js';
import { holdOf } from './session-hold.js';
import { recordOf } from './turn-record.js';
import type { Settlement } from './turn-settlement.js';

/** Turns of one row that may be cut before it is set aside. */
const MOST_ATTEMPTS = 2;
/**
 * Servers in a row that may die between the claim of a row and the start of its turn before the row counts as the cause.
 * Many, because most servers are killed for reasons of their own, and every row they had just claimed looks alike.
 */
const MOST_STARTS = 10;

/** Reason of a close that its owner asked for. */
export const OWNER = 'owner';

type Row = DispatchEntity;
/** The row, and the session as it was when the turn began. */
type Turn = Pick<Work, 'row' | 'session'>;

/** What the end of work does to its row and its session, inside one transaction. A row settled already is left alone. */
@Injectable()
export class DispatchOutcomes {
  constructor(
    private readonly queue: DispatchQueue,
    private readonly sessions: SessionStore,
    private readonly states: SessionStates,
    private readonly config: AppConfig,
  ) {}

  apply(tx: Tx, turn: Turn, outcome: TurnOutcome, settlement: Settlement): void {
    switch (settlement.state) {
      case 'succeeded':
        return this.succeeded(tx, turn, outcome);
      case 'failed':
        return this.failed(tx, turn.row, outcome);
      case 'held':
        return this.held(tx, turn, outcome, settlement);
      case 'interrupted':
        return this.interrupted(tx, turn.row, settlement.detail ?? 'The turn was cut');
    }
  }

  /** The turn is owed once more, at the head of its lane; after the last attempt it is set aside for the owner. */
  interrupted(tx: Tx, row: Row, detail: string): void {
    const rows = this.queue.interrupt(tx, row.id, detail, true);
    if (rows.length === 0 || this.parked(tx, row.sessionId)) return;
    for (const each of rows) {
      if (each.attempts < MOST_ATTEMPTS) this.queue.again(tx, each.id);
      else
        this.queue.quarantine(
          tx,
          each.id,
          `${MOST_ATTEMPTS} turns of this event were cut; the last time: ${detail}; ${RELEASE}`,
        );
    }
  }

  /** The start came to nothing, and certainly nothing ran: back to the head of the lane, without a note. */
  neverStarted(tx: Tx, row: Row, detail: string): void {
    for (const each of this.queue.interrupt(tx, row.id, detail, false)) {
      if (each.starts < MOST_STARTS) this.queue.again(tx, each.id);
      else
        this.queue.quarantine(
          tx,
          each.id,
          `${MOST_STARTS} starts came to nothing; the last time: ${detail}; ${RELEASE}`,
        );
    }
  }

  named(tx: Tx, turn: Turn, harnessSessionId: string): void {
    const { row } = turn;
    const runs = this.queue.get(tx, row.id)?.state === 'running';
    if (runs && this.speaksFor(tx, turn)) this.states.named(tx, row.sessionId, harnessSessionId);
  }

  /** Ends the session whose close has come to the head of its lane; what was reopened meanwhile goes on. */
  close(tx: Tx, row: DispatchEntity): void {
    if (this.queue.succeed(tx, row.id, { outcome: 'closed' }).length === 0) return;
    this.states.closed(tx, row.sessionId, row.reason, row.reason === OWNER ? 'session.closed' : 'session.autoclosed');
    const behind = this.queue.unfinished(tx, row.sessionId);
    const words = behind.filter((each) => each.kind === 'close' || each.reason === 'reopened');
    if (words.every((each) => each.kind === 'close')) {
      for (const each of behind) this.queue.cancel(tx, each.id, 'session-closed');
      return;
    }
    this.states.reopen(tx, row.sessionId);
    // It may have ended once more since; whoever comes now meets the session as the last word has left it.
    const last = words.at(-1)!;
    if (last.kind === 'close') this.states.markClosing(tx, row.sessionId, last.reason);
  }

  private succeeded(tx: Tx, turn: Turn, outcome: TurnOutcome): void {
    const { row } = turn;
    if (this.queue.succeed(tx, row.id, recordOf(outcome)).length === 0) return;
    const { harnessSessionId } = outcome;
    if (harnessSessionId !== null && this.speaksFor(tx, turn)) this.states.named(tx, row.sessionId, harnessSessionId);
  }

  private failed(tx: Tx, row: Row, outcome: TurnOutcome): void {
    if (this.queue.fail(tx, row.id, recordOf(outcome)).length === 0) return;
    const session = this.sessions.get(tx, row.sessionId);
    if (session?.harnessSessionId === null) this.spawnFailed(tx, session, row, outcome);
  }

  private held(tx: Tx, turn: Turn, outcome: TurnOutcome, settlement: Settlement): void {
    const { row } = turn;
    const { outcome: reason, detail, until } = settlement;
    if (this.queue.hold(tx, row.id, { reason, detail, until }, recordOf(outcome)).length === 0) return;
    if (!this.speaksFor(tx, turn)) return void this.queue.releaseHeld(tx, row.sessionId, isOf(row));
    if (settlement.session === 'stale' && this.states.stale(tx, row.sessionId, 'session-gone')) this.waitAll(tx, row);
    if (settlement.session === 'respawn') {
      this.states.unnamed(tx, row.sessionId);
      this.queue.releaseHeld(tx, row.sessionId, isOf(row));
    }
  }

  /** False when the session was bound to another conversation meanwhile: what this turn says of its own is old news. */
  private speaksFor(tx: Tx, { row, session }: Turn): boolean {
    const current = this.sessions.get(tx, row.sessionId)?.harnessSessionId ?? null;
    return current === session.harnessSessionId || current === row.attemptId;
  }

  private parked(tx: Tx, sessionId: string): boolean {
    if (this.config.webhooks.ghWebhook.routing.onInterrupted !== 'park') return false;
    return this.states.park(tx, sessionId, 'interrupted') && this.waitAll(tx, { sessionId });
  }

  private waitAll(tx: Tx, { sessionId }: { sessionId: string }): true {
    const session = this.sessions.get(tx, sessionId);
    const hold = session && holdOf(session);
    if (hold !== undefined) this.queue.holdWaiting(tx, sessionId, hold);
    return true;
  }

  private spawnFailed(tx: Tx, session: SessionEntity, row: Row, outcome: TurnOutcome): void {
    const { id: sessionId, workItem, harness } = session;
    const why = { reason: outcome.class, error: outcome.detail };
    tx.record({ name: 'session.spawn_failed', sessionId, dispatchId: row.id, workItem, harness, ...why });
  }
}

const RELEASE = 'look at its run, then queue it again with "the-loop dispatches retry"';

/** The rows of one turn; they were put aside together. */
function isOf(row: Row): (each: DispatchEntity) => boolean {
  return (each) => each.attemptId === row.attemptId;
}
