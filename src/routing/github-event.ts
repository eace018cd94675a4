import type { WorkItemRef } from '../sessions/work-item-ref.js';

/** Who did something, as the payload names them. `association` is GitHub's author_association where it is given. */
export interface Actor {
  readonly login: string;
  readonly type: string | null;
  readonly association?: string | null;
}

export interface EventRepository {
  readonly owner: string;
  readonly repo: string;
  /** GitHub's id: the identity that survives renames and transfers. */
  readonly id: number | null;
  /** null when the payload does not say. */
  readonly private: boolean | null;
  /** Host of the repository's page, lower case: `github.com` or a GHES host. */
  readonly host: string;
}

/** The issue or pull request an event is about. */
export interface EventSubject {
  readonly kind: 'issue' | 'pull-request';
  readonly ref: WorkItemRef;
  readonly state: string | null;
  readonly labels: readonly string[];
  /** Who opened it; null for a deleted account. */
  readonly author: Actor | null;
  /** Markdown of the description; for a pull request the place where closing keywords count. */
  readonly body: string | null;
}

export interface EventPullRequest {
  readonly headRef: string | null;
  readonly headSha: string | null;
  /** null when the fork was deleted. */
  readonly headRepositoryId: number | null;
  readonly baseRepositoryId: number | null;
  readonly merged: boolean;
}

/** One result of continuous integration, whichever of GitHub's four events reports it. */
export interface EventCi {
  readonly headSha: string | null;
  readonly branches: readonly string[];
  /** Whether the branches are known to be this repository's own; a fork's branch names no issue here. */
  readonly ownBranches: boolean;
  /** null when the payload does not say. */
  readonly headRepositoryId: number | null;
  readonly pullRequests: readonly WorkItemRef[];
  /** Whether it has ended, and how: `success`, `failure`, … (for `status` its state). */
  readonly completed: boolean;
  readonly conclusion: string | null;
  /** repository · head sha · check suite · attempt: one failing suite however many events report it. */
  readonly suiteKey: string | null;
}

/**
 * The normalised reading of a delivery; the only thing routing sees. Reading never throws and never guesses: what the
 * payload does not say properly is null.
 */
export interface GithubEvent {
  readonly name: string;
  readonly action: string | null;
  readonly deliveryId: string;
  readonly repository: EventRepository | null;
  readonly sender: Actor | null;
  /** Who wrote the comment or review, when the event carries one. */
  readonly author: Actor | null;
  /** Whether the event carries a comment or review, with its Markdown (null when only inline comments were written). */
  readonly text: { readonly body: string | null } | null;
  readonly subject: EventSubject | null;
  readonly pullRequest: EventPullRequest | null;
  readonly ci: EventCi | null;
  /** The label being added or removed right now. */
  readonly label: string | null;
  /** Branches named by events that are neither about a pull request nor CI (push). */
  readonly branch: string | null;
  /** When it happened on GitHub, epoch milliseconds; guards stored state, never an order. */
  readonly happenedAt: number | null;
  /** `owner/repo#id` of the review this event belongs to. */
  readonly reviewKey: string | null;
}
