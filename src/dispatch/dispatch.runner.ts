import { Injectable } from '@nestjs/common';
import { failpoint } from '../config/failpoint.js';
import { StoreUnavailableError } from '../database/store-unavailable.error.js';
import { TurnLeftError } from '../harness/turn-left.error.js';
import type { TurnOutcome } from '../harness/turn-outcome.js';
import { type Claim, DispatchClaims, type Work } from './dispatch.claims.js';
import type { Ticket } from './dispatch.lanes.js';
import { DispatchSettler } from './dispatch.settler.js';
import { DispatchTurns, type TurnResult } from './dispatch.turns.js';
import { DispatchWaker } from './dispatch.waker.js';
import { RunningTurns, type TurnControl } from './running.turns.js';
import type { Hold } from './session-hold.js';

/** What a ticket leads to: claim the row that is due, run it, settle it. */
@Injectable()
export class DispatchRunner {
  constructor(
    private readonly claims: DispatchClaims,
    private readonly running: RunningTurns,
    private readonly turns: DispatchTurns,
    private readonly settler: DispatchSettler,
    private readonly waker: DispatchWaker,
  ) {}

  async run(ticket: Ticket): Promise<void> {
    if (this.running.closed) return;
    const claim = await this.claim(ticket);
    switch (claim.kind) {
      case 'nothing':
        return;
      case 'later':
        return this.waker.lookAgain({ ...ticket, dispatchId: claim.dispatchId }, claim.delayMs);
      case 'held':
        return this.waker.wakeWhenDue(claim.rows);
      case 'taken':
        return this.follow(claim.work, (control) => this.begin(claim.work, control));
      case 'orphan':
        return this.follow(claim.work, (control) => this.adopt(claim.work, control));
    }
  }

  private async claim(ticket: Ticket): Promise<Claim> {
    try {
      return await this.claims.next(ticket.sessionId);
    } catch (error) {
      this.waker.lookAgain(ticket);
      if (error instanceof StoreUnavailableError) return { kind: 'nothing' };
      throw error;
    }
  }

  private follow(work: Work, act: (control: TurnControl) => Promise<void>): Promise<void> {
    return this.running.follow(work.row, (control) => act(control).finally(() => this.claims.end(work)));
  }

  private begin(work: Work, control: TurnControl): Promise<void> {
    failpoint('after-claim-before-spawn');
    switch (work.row.kind) {
      case 'resume':
      case 'spawn':
        return this.turn(work, control);
      case 'close':
        return this.close(work, control);
    }
  }

  private async turn(work: Work, control: TurnControl): Promise<void> {
    const result = await this.guarded(work, control, () => this.turns.run(work, control));
    switch (result.kind) {
      case 'ended':
        return this.settle(work, control, result.outcome);
      case 'held':
        return this.settler.hold(work, result.hold, control.leave);
      case 'left':
        return;
    }
  }

  private async adopt(work: Work, control: TurnControl): Promise<void> {
    if (work.row.kind === 'close') return this.close(work, control);
    const result = await this.guarded(work, control, () => this.turns.adopt(work, control));
    if (result.kind !== 'ended') return this.waker.lookAgain(ticketOf(work), ADOPT_AGAIN_MS);
    const { outcome } = result;
    if (outcome.class === 'never-started') return this.settler.neverStarted(work, outcome.detail, control.leave);
    return this.settle(work, control, outcome);
  }

  private close(work: Work, control: TurnControl): Promise<void> {
    failpoint('in-close');
    return this.settler.close(work, control.leave);
  }

  /** A defect of ours costs the row an attempt and nobody else anything. */
  private async guarded(work: Work, control: TurnControl, turn: () => Promise<TurnResult>): Promise<TurnResult> {
    try {
      return await turn();
    } catch (error) {
      if (error instanceof TurnLeftError || control.leave.aborted) return { kind: 'left' };
      // While a turn runs the store is waited for; this comes from before, and nothing has begun.
      if (error instanceof StoreUnavailableError) return { kind: 'held', hold: notStartedFor(error) };
      await this.settler.crashed(work, error, control.leave);
      throw error;
    }
  }

  private settle(work: Work, { end, leave }: TurnControl, outcome: TurnOutcome): Promise<void> {
    const ending = { cancelled: end.reason === 'cancelled', stopping: this.running.closed };
    return this.settler.settle(work, outcome, ending, leave);
  }
}

/** After a disk that could not tell what became of a turn. */
const ADOPT_AGAIN_MS = 10_000;
/** After a store that could not be asked for what a turn needs. */
const START_AGAIN_MS = 2_000;

function notStartedFor({ message }: StoreUnavailableError): Hold {
  return { reason: 'never-started', detail: message, until: Date.now() + START_AGAIN_MS };
}

function ticketOf({ row }: Work): Ticket {
  return { sessionId: row.sessionId, dispatchId: row.id };
}
