import { Injectable } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';

/** How a turn hears that it shall end, or that nobody will watch it any longer. */
export interface TurnControl {
  /** Aborted with the reason `cancelled` or `killed`. */
  readonly end: AbortSignal;
  readonly leave: AbortSignal;
}

interface Running {
  readonly row: DispatchEntity;
  readonly end: AbortController;
  readonly over: Promise<void>;
}

/** The turns this process looks after, from the claim of their row until it is settled. */
@Injectable()
export class RunningTurns {
  private readonly turns = new Map<string, Running>();
  private readonly left = new AbortController();
  private stopping = false;

  constructor() {
    setMaxListeners(0, this.left.signal); // one per turn
  }

  /** Looks after a turn for as long as `act` takes. */
  follow(row: DispatchEntity, act: (control: TurnControl) => Promise<void>): Promise<void> {
    const end = new AbortController();
    const over = act({ end: end.signal, leave: this.left.signal }).finally(() => this.turns.delete(row.id));
    this.turns.set(row.id, { row, end, over });
    return over;
  }

  /** Ends a turn; resolves once its row is settled. False when it does not run here. */
  async end(dispatchId: string, why: 'cancelled' | 'killed'): Promise<boolean> {
    if (!this.turns.has(dispatchId)) await aMoment();
    const running = this.turns.get(dispatchId);
    if (running === undefined) return false;
    running.end.abort(why);
    await running.over.catch(() => undefined); // its defect has its own reporter
    return true;
  }

  /** Ends the turn of a session, if it has one. */
  async endOf(sessionId: string, why: 'cancelled' | 'killed'): Promise<boolean> {
    if (this.of(sessionId) === undefined) await aMoment();
    const found = this.of(sessionId);
    return found !== undefined && this.end(found.row.id, why);
  }

  /** Resolves once nothing of the session runs here. */
  async overOf(sessionId: string): Promise<void> {
    if (this.of(sessionId) === undefined) await aMoment();
    await this.of(sessionId)?.over.catch(() => undefined);
  }

  async endAll(why: 'cancelled' | 'killed'): Promise<void> {
    await Promise.all([...this.turns.keys()].map((id) => this.end(id, why)));
  }

  /** From now on nothing new begins. */
  close(): void {
    this.stopping = true;
  }

  get closed(): boolean {
    return this.stopping;
  }

  /** Aborted when nobody watches any longer. */
  get leaving(): AbortSignal {
    return this.left.signal;
  }

  /** Stops watching: the turns go on, for the next start to adopt. */
  leaveAll(): void {
    this.left.abort();
  }

  isRunning(dispatchId: string): boolean {
    return this.turns.has(dispatchId);
  }

  private of(sessionId: string): Running | undefined {
    return [...this.turns.values()].find(({ row }) => row.sessionId === sessionId);
  }
}

/** A row is claimed in one transaction and followed a moment later; whoever saw the row in between waits for that. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
