/** Whose pull request head it is. */
export interface ForkOwner {
  /** null when the fork was deleted or the payload does not say. */
  readonly owner: string | null;
}

export interface ForkPolicy {
  readonly allowForks: boolean;
  readonly selfLogins: readonly string[];
  readonly authorizedUsers: readonly string[] | null;
}

/**
 * Whether the head of a pull request may be checked out. Code of a fork is a stranger's unless the fork belongs to one
 * of the people who may trigger anyway; `foreignTree` says that its project settings must not be honoured.
 */
export function forkRule(fork: ForkOwner | null, policy: ForkPolicy): { allowed: boolean; foreignTree: boolean } {
  if (fork === null) return { allowed: true, foreignTree: false };
  const trusted = [...policy.selfLogins, ...(policy.authorizedUsers ?? [])].map((login) => login.toLowerCase());
  if (fork.owner !== null && trusted.includes(fork.owner.toLowerCase())) return { allowed: true, foreignTree: false };
  return { allowed: policy.allowForks, foreignTree: true };
}
