import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/database.transactions.js';
import { formatWorkItemRef, type WorkItemRef } from '../sessions/work-item-ref.js';
import { type Asked, GitClient } from './git.client.js';
import { RemoteRepository } from './remote.repository.js';
import { WorkspacePace } from './workspace.pace.js';
import { WorkspaceRefusedError } from './workspace-refusal.js';
import type { KnownHead, PullRequestHead } from './workspace-request.js';
import { WorkspaceStore } from './workspace.store.js';

/** Completes what an event tells of a head: a comment on a pull request names neither its branch nor its repository. */
@Injectable()
export class HeadFinder {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: WorkspaceStore,
    private readonly git: GitClient,
    private readonly pace: WorkspacePace,
  ) {}

  async complete(workItem: WorkItemRef, told: PullRequestHead, url: string, asked: Asked): Promise<KnownHead> {
    const seen = isKnown(told) ? undefined : await this.transactions.run((tx) => this.store.headSeen(tx, workItem));
    const head = seen === undefined ? told : merged(told, seen);
    return isKnown(head) ? head : this.asking(workItem, head, new RemoteRepository(this.git, asked, url, this.pace));
  }

  /** A head that no branch of the repository stands at is a fork's. */
  private async asking(workItem: WorkItemRef, head: PullRequestHead, remote: RemoteRepository): Promise<KnownHead> {
    const { commit, branches } = await remote.pullRequest(workItem.number);
    const item = formatWorkItemRef(workItem);
    if (commit === undefined) {
      throw new WorkspaceRefusedError(
        'no-such-branch',
        `Cannot check out ${item}: GitHub does not show its head (yet)`,
      );
    }
    if (head.fork !== null && head.fork !== 'unknown') return { ...head, branch: 'head', fork: head.fork };
    const [first, ...more] = branches.filter((branch) => head.branch === null || branch === head.branch);
    if (first !== undefined && more.length === 0) return { branch: first, sha: head.sha ?? commit, fork: null };
    if (first === undefined && branches.length === 0) {
      return { branch: 'head', sha: head.sha ?? commit, fork: { owner: null, repo: null } };
    }
    throw new WorkspaceRefusedError(
      'head-mismatch',
      `Cannot check out ${item}: which branch is its head cannot be told (${branches.length} stand at ${commit.slice(0, 12)})`,
    );
  }
}

function isKnown(head: PullRequestHead): head is KnownHead {
  return head.branch !== null && head.fork !== 'unknown';
}

function merged(told: PullRequestHead, seen: Pick<KnownHead, 'fork'> & { branch: string | null }): PullRequestHead {
  const fork = told.fork === 'unknown' ? seen.fork : told.fork;
  return { branch: seen.branch ?? told.branch, sha: told.sha, fork };
}
