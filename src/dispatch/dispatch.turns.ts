import { Injectable } from '@nestjs/common';
import type { TurnOutcome } from '../harness/turn-outcome.js';
import { TurnLeftError } from '../harness/turn-left.error.js';
import type { TurnHooks, TurnSpec } from '../harness/turn-spec.js';
import { TurnRunner } from '../harness/turn.runner.js';
import { FOREIGN_TREE_ENVIRONMENT } from '../workspace/foreign-tree.js';
import type { Work } from './dispatch.claims.js';
import { DispatchPrompts } from './dispatch.prompts.js';
import { DispatchSettler } from './dispatch.settler.js';
import type { TurnControl } from './running.turns.js';
import type { Hold } from './session-hold.js';
import { TurnPreflight } from './turn.preflight.js';
import { TurnSpecs } from './turn.specs.js';

export type TurnResult =
  | { readonly kind: 'ended'; readonly outcome: TurnOutcome }
  /** It may not begin now. */
  | { readonly kind: 'held'; readonly hold: Hold }
  /** The server leaves it to the next start. */
  | { readonly kind: 'left' };

/** Runs the turn of a row, or takes up the one an earlier start left behind. Rejects with TurnLeftError when left. */
@Injectable()
export class DispatchTurns {
  constructor(
    private readonly specs: TurnSpecs,
    private readonly preflight: TurnPreflight,
    private readonly prompts: DispatchPrompts,
    private readonly turns: TurnRunner,
    private readonly settler: DispatchSettler,
  ) {}

  async run(work: Work, control: TurnControl): Promise<TurnResult> {
    const spec = await this.specs.of(work);
    const verdict = await this.preflight.check(work, spec);
    if (verdict.kind !== 'ok') return verdict;
    const prompt = await this.prompts.compose(work);
    if (control.leave.aborted || control.end.reason === 'killed') return { kind: 'left' };
    const { foreignTree } = verdict;
    const turn = { ...spec.turn, prompt, foreignTree };
    const environment = foreignTree ? { ...spec.environment, ...FOREIGN_TREE_ENVIRONMENT } : spec.environment;
    return this.swept(spec, () => this.turns.run({ ...spec, turn, environment }, this.hooks(work, control)));
  }

  /** The prompt stands in the run directory and is not written a second time. */
  async adopt(work: Work, control: TurnControl): Promise<TurnResult> {
    const spec = await this.specs.of(work);
    const verdict = await this.turns.verdict(spec.directory);
    if (verdict.state === 'unknown') return { kind: 'left' };
    return this.swept(spec, () => this.turns.adopt(spec, this.hooks(work, control)));
  }

  /** A defect in the middle of a turn: its row will be tried again, so nothing of this attempt may go on. */
  private async swept(spec: TurnSpec, turn: () => Promise<TurnOutcome>): Promise<TurnResult> {
    try {
      return { kind: 'ended', outcome: await turn() };
    } catch (error) {
      if (!(error instanceof TurnLeftError)) await this.turns.sweep(spec);
      throw error;
    }
  }

  private hooks(work: Work, control: TurnControl): TurnHooks {
    return {
      signal: control.end,
      leave: control.leave,
      onEnding: (intent) => this.settler.ending(work, intent),
      // A resumed conversation that answers under another name has to succeed before it is believed.
      ...(this.specs.isNew(work) && {
        onNamed: (harnessSessionId) => this.settler.named(work, harnessSessionId, control.leave),
      }),
    };
  }
}
