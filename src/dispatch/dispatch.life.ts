import { Injectable } from '@nestjs/common';
import { DispatchLanes } from './dispatch.lanes.js';
import { DispatchRecovery } from './dispatch.recovery.js';
import { DispatchRunner } from './dispatch.runner.js';
import { DispatchWaker } from './dispatch.waker.js';
import { RunningTurns } from './running.turns.js';
import { SessionCheckouts } from './session.checkouts.js';

/** The life of the room. Both ends may be called twice, and in any order. */
@Injectable()
export class DispatchLife {
  constructor(
    private readonly lanes: DispatchLanes,
    private readonly runner: DispatchRunner,
    private readonly recovery: DispatchRecovery,
    private readonly running: RunningTurns,
    private readonly waker: DispatchWaker,
    private readonly checkouts: SessionCheckouts,
  ) {}

  /** Only after the instance lock is held: what an earlier start left running is adopted here. */
  async start(): Promise<void> {
    if (this.running.closed) return;
    this.lanes.start(
      (ticket) => this.runner.run(ticket),
      (ticket) => this.checkouts.ready(ticket),
    );
    await this.recovery.run();
  }

  /**
   * Begins nothing new, and resolves when nothing is looked after any more: turns have ended, or have been left to the
   * next start after `drainSeconds`; a second call may shorten that. With `kill` they are ended instead.
   */
  async stop(drainSeconds: number, kill = false): Promise<void> {
    this.running.close();
    this.waker.stop();
    const drained = this.lanes.stop();
    if (kill) void this.running.endAll('killed');
    if (kill) this.checkouts.cancelAll();
    const patience = setTimeout(() => this.running.leaveAll(), kill ? KILL_MS : drainSeconds * 1000);
    await drained;
    clearTimeout(patience);
  }
}

/** More than the grace of a turn that is being ended; what survives even that is left. */
const KILL_MS = 30_000;
