import { Injectable } from '@nestjs/common';
import { HarnessPreflight } from '../harness/harness.preflight.js';
import type { TurnSpec } from '../harness/turn-spec.js';
import { parseWorkItemRef, repositoryKey } from '../sessions/work-item-ref.js';
import { GitFailedError } from '../workspace/git-failure.js';
import { repositoryProblem } from '../workspace/tree-problem.js';
import { TreeGuard, type TreeVerdict } from '../workspace/tree.guard.js';
import type { Work } from './dispatch.claims.js';
import type { Hold } from './session-hold.js';
import { TurnSpecs } from './turn.specs.js';

export type TurnVerdict =
  | {
      readonly kind: 'ok';
      /** The tree stands on a stranger's head: its project settings must not be obeyed. */
      readonly foreignTree: boolean;
    }
  | { readonly kind: 'held'; readonly hold: Hold };

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
    if (verdict.kind === 'held') return { kind: 'held', hold: verdict };
    return { kind: 'ok', foreignTree: tree.foreignTree };
  }

  private async tree({ session }: Work, { turn }: TurnSpec): Promise<{ foreignTree: boolean } | { hold: Hold }> {
    const { id: sessionId, cwd: directory } = session;
    const workItem = parseWorkItemRef(session.workItem);
    try {
      const verdict = await this.trees.check({ sessionId, workItem, directory, spawn: false });
      const problem = verdict.ok ? strange(verdict, turn.kind, directory, repositoryKey(workItem)) : verdict;
      if (problem === undefined) return { foreignTree: verdict.ok && verdict.foreignTree };
      return { hold: { reason: problem.reason, detail: problem.detail, until: null } };
    } catch (error) {
      if (!(error instanceof GitFailedError)) throw error;
      return { hold: { reason: error.code, detail: error.message, until: Date.now() + LOOK_AGAIN_MS } };
    }
  }
}

/** A new conversation begins in no tree of another repository; one that names no repository may be anything. */
function strange({ facts }: TreeVerdict & { ok: true }, kind: 'spawn' | 'resume', directory: string, key: string) {
  if (kind === 'resume' || facts.kind !== 'tree' || facts.repositories.length === 0) return undefined;
  return repositoryProblem(directory, facts, key);
}
