import type { WorkItemRef } from '../sessions/work-item-ref.js';
import type { GitProgress } from './git-progress.js';
import type { StayReason } from './release-rule.js';
import type { Refusal } from './workspace-refusal.js';

/** The head of a pull request, as its events show it. Names are foreign text until they are checked here. */
export interface PullRequestHead {
  /** `head.ref`; null when the event does not say. */
  readonly branch: string | null;
  /** `head.sha`; null when the event does not say. */
  readonly sha: string | null;
  /** null when the head is a branch of the base repository; a deleted fork has no name. */
  readonly fork: { readonly owner: string | null; readonly repo: string | null } | null | 'unknown';
}

/** What is left to check once everything about a head is known. */
export interface KnownHead extends PullRequestHead {
  readonly branch: string;
  readonly fork: { readonly owner: string | null; readonly repo: string | null } | null;
}

export interface PrepareRequest {
  readonly sessionId: string;
  /** The session's own item: an issue, or the pull request of an endpoint session. */
  readonly workItem: WorkItemRef;
  /** null for an issue, which gets a branch of its own. */
  readonly head: PullRequestHead | null;
  readonly signal?: AbortSignal;
  onProgress?(progress: GitProgress): void;
}

export interface Checkout {
  /** The real path; a turn runs here. */
  readonly path: string;
  readonly branch: string;
  /** The commit it was handed out at. */
  readonly head: string;
  /** The head of a stranger's fork: project settings in it must not be honoured. */
  readonly foreignTree: boolean;
}

export type Preparation =
  | { readonly prepared: true; readonly checkout: Checkout; /** It was there already. */ readonly reused: boolean }
  | { readonly prepared: false; readonly refusal: Refusal };

export interface ReleaseRequest {
  readonly sessionId: string;
  /** Something may be running in it: it is left alone whatever else is true. */
  readonly live: boolean;
  /** `close` heeds keepCheckoutOnClose; `owner` is somebody's own word. */
  readonly because: 'close' | 'owner';
  /** The item ended by a merge: what is taken up again later begins at the default branch. */
  readonly merged?: boolean;
  /** The owner's word that what is in it may be lost. */
  readonly discard?: boolean;
}

/** One result per piece: what could not be removed stays listed. */
export interface Release {
  readonly tree: 'removed' | 'gone' | 'stays' | 'none';
  readonly branches: readonly string[];
  readonly stays: { readonly reason: StayReason; readonly detail: string } | null;
}
