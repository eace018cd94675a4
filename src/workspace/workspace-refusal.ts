import { type GitFailureCode } from './git-failure.js';

export type RefusalCode =
  | GitFailureCode
  | 'no-root'
  | 'fork-not-allowed'
  | 'bad-branch-name'
  | 'name-collision'
  | 'unsafe-path'
  | 'shared-worktree'
  | 'occupied'
  | 'branch-in-use'
  | 'branch-has-own-commits'
  | 'head-mismatch'
  | 'empty-repository';

/** Why there is no checkout: `reason` as routing names it, `code` exactly, and one sentence for a person. */
export interface Refusal {
  readonly reason: 'no-separate-checkout' | 'fork-not-allowed' | 'shared-worktree' | 'workspace-failed';
  readonly code: RefusalCode;
  readonly detail: string;
  /** Whether the same request may well succeed later without anybody doing anything. */
  readonly passing: boolean;
}

/** Thrown inside this room, handed out as a value. */
export class WorkspaceRefusedError extends Error {
  constructor(
    readonly code: RefusalCode,
    sentence: string,
  ) {
    super(sentence);
  }
}

const PASSING: readonly RefusalCode[] = [
  ...(['disk-full', 'timed-out', 'cancelled', 'unreachable', 'locked', 'no-such-branch', 'head-mismatch'] as const),
];

export function refusalOf(code: RefusalCode, detail: string): Refusal {
  return { reason: reasonOf(code), code, detail, passing: PASSING.includes(code) };
}

function reasonOf(code: RefusalCode): Refusal['reason'] {
  if (code === 'no-root') return 'no-separate-checkout';
  return code === 'fork-not-allowed' || code === 'shared-worktree' ? code : 'workspace-failed';
}
