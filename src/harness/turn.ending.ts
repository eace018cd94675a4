import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ProcessTable } from './process.table.js';
import { membersOf, type ProcessFact } from './run-members.js';
import { TurnTiming } from './turn.timing.js';

const MOST_KILL_ROUNDS = 60;

/** A run whose processes are to be found again; `known` grows while it is observed. */
export interface EndableRun {
  readonly attemptId: string;
  readonly directory: string;
  readonly wrapperPid: number | null;
  /** True while the wrapper is our own child and not yet reaped. */
  isOurChild(): boolean;
  readonly known: Map<number, string>;
}

/** Ends a run with everything that belongs to it, also when its leader is gone: TERM, grace, KILL. */
@Injectable()
export class TurnEnding {
  constructor(
    private readonly table: ProcessTable,
    private readonly timing: TurnTiming,
  ) {}

  /** Remembers who belongs to a run, so that an orphan with an empty environment is found later. */
  async observe(run: EndableRun): Promise<void> {
    await this.members(run, false);
  }

  /** Pids that no signal could end; normally none. Also the sweep after a turn has ended by itself. */
  async end(run: EndableRun): Promise<number[]> {
    if (await this.terminate(run)) return [];
    await this.kill(run);
    await this.waitForStatus(run);
    return (await this.members(run)).map((member) => member.pid);
  }

  /** TERM to each member once, newcomers included; true when two looks in a row found nobody. */
  private async terminate(run: EndableRun): Promise<boolean> {
    const told = new Set<string>();
    const deadline = performance.now() + this.timing.graceMs;
    for (let emptyLooks = 0; performance.now() < deadline;) {
      const members = await this.members(run);
      emptyLooks = members.length === 0 ? emptyLooks + 1 : 0;
      if (emptyLooks === 2) return true;
      for (const member of members) {
        if (told.has(nameOf(member))) continue;
        told.add(nameOf(member));
        signal(member.pid, 'SIGTERM');
      }
      if (told.size > 0) await sleep(this.timing.stepMs);
    }
    return false;
  }

  /** KILL to all but the wrapper, which still has the status to write. */
  private async kill(run: EndableRun): Promise<void> {
    let emptyLooks = 0;
    for (let round = 0; round < MOST_KILL_ROUNDS && emptyLooks < 2; round += 1) {
      const others = (await this.members(run)).filter((member) => member.pid !== run.wrapperPid);
      emptyLooks = others.length === 0 ? emptyLooks + 1 : 0;
      for (const member of others) signal(member.pid, 'SIGKILL');
      if (others.length > 0) await sleep(this.timing.stepMs);
    }
  }

  private async waitForStatus(run: EndableRun): Promise<void> {
    const deadline = performance.now() + this.timing.statusMs;
    while (performance.now() < deadline) {
      if ((await this.members(run)).length === 0) return;
      await sleep(this.timing.stepMs);
    }
    for (const member of await this.members(run)) signal(member.pid, 'SIGKILL');
    await sleep(this.timing.stepMs);
  }

  private async members(run: EndableRun, readEnvironments = true): Promise<ProcessFact[]> {
    const isProven = await this.isProven(run);
    const facts = await this.table.list(readEnvironments ? `THE_LOOP_RUN=${run.attemptId}` : undefined);
    const members = membersOf(facts, { wrapperPid: run.wrapperPid, isProven, known: run.known });
    for (const member of members) run.known.set(member.pid, member.start);
    return members;
  }

  private async isProven(run: EndableRun): Promise<boolean> {
    if (run.wrapperPid === null) return false;
    return run.isOurChild() || (await this.table.commandNames(run.wrapperPid, run.directory));
  }
}

const nameOf = (fact: ProcessFact): string => `${fact.pid} ${fact.start}`;

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in the meantime, or not ours to end: the next look tells.
  }
}
