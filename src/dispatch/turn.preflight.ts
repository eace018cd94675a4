import { Injectable } from '@nestjs/common';
import { HarnessPreflight } from '../harness/harness.preflight.js';
import type { TurnOutcome } from '../harness/turn-outcome.js';
import type { TurnSpec } from '../harness/turn-spec.js';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';
import { GitFailedError } from '../workspace/git-failure.js';
import { TreeGuard } from '../workspace/tree.guard.js';
import type { Work } from './dispatch.claims.js';
import type { Hold } from './session-hold.js';
import { TurnSpecs } from './turn.specs.js';

export type TurnVerdict =
  | {
      readonly kind: 'ok';
      /** The tree stands on a stranger's head: its project settings must not be obeyed. */
      readonly foreignTree: boolean;
    }
  | { readonly kind: 'held'; readonly hold: Hold }
  /** It is over before it began. */
  | { readonly kind: 'ended'; readonly outcome: TurnOutcome };

/** After git could not tell what a directory is. */
const LOOK_AGAIN_MS = 30_000;

/** Looks, before a turn, whether it would run in the tree of its session and alone on its conversation. */
@Injectable()
export class TurnPreflight {
  constructor(
    private readonly trees: TreeGuard,
    private readonly harness: HarnessPreflight,
    private readonly specs: TurnSpecs,
  ) {}

  async check(work: Work, spec: TurnSpec): Promise<TurnVerdict> {
    const tree = await this.tree(work, spec);
    if ('hold' in tree) return { kind: 'held', hold: tree.hold };
    const verdict = await this.harness.check(this.specs.preflight(spec));
    switch (verdict.kind) {
      case 'ok':
        return { kind: 'ok', foreignTree: tree.foreignTree };
      case 'held':
        return { kind: 'held', hold: verdict };
      case 'gone':
        return { kind: 'ended', outcome: verdict.outcome };
    }
  }

  private async tree({ session }: Work, { turn }: TurnSpec): Promise<{ foreignTree: boolean } | { hold: Hold }> {
    const { id: sessionId, cwd: directory } = session;
    const workItem = parseWorkItemRef(session.workItem);
    try {
      const verdict = await this.trees.check({ sessionId, workItem, directory, spawn: turn.kind === 'spawn' });
      if (verdict.ok) return { foreignTree: verdict.foreignTree };
      return { hold: { reason: verdict.reason, detail: verdict.detail, until: null } };
    } catch (error) {
      if (!(error instanceof GitFailedError)) throw error;
      return { hold: { reason: error.code, detail: error.message, until: Date.now() + LOOK_AGAIN_MS } };
    }
  }
}
