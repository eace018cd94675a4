import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/database.transactions.js';
import { TreeRecordEntity } from '../database/entities/tree-record.entity.js';
import { repositoryKey, type WorkItemRef } from '../sessions/work-item-ref.js';
import { type RecordedTree, repositoryProblem, type TreeProblem, treeProblem } from './tree-problem.js';
import { type TreeFacts, TreeReader } from './tree.facts.js';
import { WorkspaceStore } from './workspace.store.js';

export interface TreeQuestion {
  readonly sessionId: string;
  readonly workItem: WorkItemRef;
  /** Where the turn would run. */
  readonly directory: string;
  /** Whether a new conversation begins. */
  readonly spawn: boolean;
}

export type TreeVerdict =
  | {
      readonly ok: true;
      readonly facts: TreeFacts;
      /** A stranger's project settings must not be honoured. */ readonly foreignTree: boolean;
    }
  /** `ours`: it is a checkout of our own, and preparing it again may bring it back. */
  | ({ readonly ok: false; readonly ours: boolean } & TreeProblem);

/**
 * Asked before every turn. The first look records what the directory is; from then on a turn runs in that tree and in no
 * other: the harnesses resume from anywhere and would edit a wrong tree without a word.
 */
@Injectable()
export class TreeGuard {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: WorkspaceStore,
    private readonly trees: TreeReader,
  ) {}

  async check({ sessionId, workItem, directory, spawn }: TreeQuestion): Promise<TreeVerdict> {
    const { record, checkout } = await this.transactions.run((tx) => ({
      record: tx.one(TreeRecordEntity, { sessionId }),
      checkout: this.store.get(tx, sessionId),
    }));
    const ours = checkout !== undefined && checkout.path === directory;
    const recorded = record?.directory === directory ? record : null;
    const facts = await this.trees.read(directory);
    const problem =
      (ours ? swapped(directory, facts) : undefined) ??
      treeProblem(directory, facts, recorded, repositoryKey(workItem)) ??
      (spawn ? repositoryProblem(directory, facts, repositoryKey(workItem)) : undefined);
    if (problem !== undefined) return { ok: false, ours, ...problem };
    if (recorded === null) await this.record(sessionId, directory, recordOf(facts));
    return { ok: true, facts, foreignTree: ours && checkout.foreignTree };
  }

  private record(sessionId: string, directory: string, tree: RecordedTree): Promise<void> {
    return this.transactions.run((tx) => {
      tx.delete(TreeRecordEntity, { sessionId });
      const repositories = [...tree.repositories];
      tx.insert(TreeRecordEntity, { sessionId, directory, topLevel: tree.topLevel, repositories, recordedAt: tx.now });
    });
  }
}

function recordOf(facts: TreeFacts): RecordedTree {
  return facts.kind === 'tree' ? facts : { topLevel: null, repositories: [] };
}

/** A checkout of our own is a work tree by itself, in the place where we made it and not behind a link. */
function swapped(directory: string, facts: TreeFacts): TreeProblem | undefined {
  if (facts.kind === 'gone') return undefined;
  if (facts.kind === 'tree' && facts.path === directory && facts.topLevel === directory) return undefined;
  return {
    reason: 'directory-gone',
    detail: `Cannot run a turn: "${directory}" is not the checkout that was made there`,
  };
}
