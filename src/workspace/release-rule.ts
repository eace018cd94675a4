/** Why a checkout stays. */
export type StayReason =
  | 'live-run'
  | 'kept-by-configuration'
  | 'session-open'
  | 'uncommitted-changes'
  | 'operation-in-progress'
  | 'unpushed-commits'
  | 'stashed-changes'
  | 'nested-trees'
  | 'not-our-tree'
  | 'could-not-look'
  | 'could-not-remove';

/** What is found in a checkout before it may go. */
export interface CheckoutState {
  /** Lines of `git status`: changed, staged and untracked files; ignored ones do not count. */
  readonly changes: readonly string[];
  /** A merge, rebase, pick or bisect that was begun and not ended. */
  readonly operation: string | null;
  /** null while the branch has no commit. */
  readonly head: string | null;
  /** Whether HEAD can be reached from a ref of a remote. */
  readonly headOnRemote: boolean;
  /** For a clone, which takes its branches with it: those whose commits are on no remote. */
  readonly unpushedBranches: readonly { readonly name: string; readonly commit: string }[];
  /** For a clone: stashes are kept nowhere else. */
  readonly stashes: number;
  /** Other working trees inside this one, or depending on it; submodules that were filled. */
  readonly nestedTrees: readonly string[];
}

export interface Stay {
  readonly reason: StayReason;
  readonly detail: string;
}

/**
 * What keeps a checkout in place; undefined when nothing in it would be lost. Closing an item is at anybody's hand, so
 * it can never delete work: a checkout goes only when clean, and when its commits are on the remote.
 */
export function stayOf(state: CheckoutState, recordedHeads: readonly string[]): Stay | undefined {
  const safe = (commit: string): boolean => recordedHeads.includes(commit);
  if (state.nestedTrees.length > 0)
    return stay('nested-trees', `holds other working trees: ${some(state.nestedTrees)}`);
  if (state.operation !== null) return stay('operation-in-progress', `is in the middle of a ${state.operation}`);
  if (state.changes.length > 0) {
    return stay('uncommitted-changes', `has changes that are not committed: ${some(state.changes)}`);
  }
  if (state.stashes > 0) return stay('stashed-changes', `has ${state.stashes} stashed changes`);
  if (state.head !== null && !state.headOnRemote && !safe(state.head)) {
    return stay('unpushed-commits', `stands on ${state.head.slice(0, 12)}, which is on no remote`);
  }
  const lost = state.unpushedBranches.filter(({ commit }) => !safe(commit)).map(({ name }) => name);
  if (lost.length > 0) return stay('unpushed-commits', `has branches that are on no remote: ${some(lost)}`);
  return undefined;
}

function stay(reason: StayReason, detail: string): Stay {
  return { reason, detail };
}

function some(names: readonly string[]): string {
  const first = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${first} and ${names.length - 3} more` : first;
}
