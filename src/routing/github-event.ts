import type { WorkItemRef } from '../sessions/work-item-ref.js';

/** Who did something, as the payload names them. */
export interface Actor {
  readonly login: string;
  /** GitHub's account type: `User`, `Bot`, `Organization`. */
  readonly type: string | null;
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
  /** GitHub's author_association of whoever opened it, which outlives the account. */
  readonly association: string | null;
  /** Markdown of the description; for a pull request the place where closing keywords count. */
  readonly body: string | null;
}

export interface EventPullRequest {
  readonly headRef: string | null;
  readonly headSha: string | null;
  /** null when the fork was deleted. */
  readonly headRepositoryId: number | null;
  readonly baseRepositoryId: number | null;
  /** Whether the head is a branch of the base repository: pushing there takes write access. */
  readonly ownHead: boolean;
  readonly merged: boolean;
}

/** The comment or review an event carries. */
export interface EventText {
  /** Markdown; null for a review that has inline comments only. */
  readonly body: string | null;
  /** GitHub's author_association of whoever wrote it, which outlives the account. */
  readonly association: string | null;
}

/** One result of continuous integration, whichever of GitHub's events reports it. */
export interface EventCi {
  readonly headSha: string | null;
  readonly branches: readonly string[];
  /** Whether the branches are known to be this repository's own; a fork's branch names no issue here. */
  readonly ownBranches: boolean;
  /** null when the payload does not say. */
  readonly headRepositoryId: number | null;
  /** Pull requests of this repository the payload attaches, in its order. */
  readonly pullRequests: readonly WorkItemRef[];
  /** Whether it has ended, and how: `success`, `failure`, … (for `status` its state). */
  readonly completed: boolean;
  readonly conclusion: string | null;
  /** repository · head sha · check suite: one suite however many events report it. */
  readonly suiteKey: string | null;
  /** Name of the single check, where the event reports one. */
  readonly checkName: string | null;
  /** Which run of the suite, where the payload counts them. */
  readonly attempt: number | null;
  /** When the check or run began, epoch milliseconds. */
  readonly startedAt: number | null;
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
  readonly text: EventText | null;
  readonly subject: EventSubject | null;
  readonly pullRequest: EventPullRequest | null;
  readonly ci: EventCi | null;
  /** The label being added or removed right now. */
  readonly label: string | null;
  /** The branch of an event that is neither about a pull request nor CI (push). */
  readonly branch: string | null;
  /** Where an issue that is being transferred goes. */
  readonly movedTo: { readonly ref: WorkItemRef; readonly repositoryId: number | null } | null;
  /** When it happened on GitHub, epoch milliseconds; guards stored state, never an order. */
  readonly happenedAt: number | null;
  /** `owner/repo#id` of the review this event belongs to. */
  readonly reviewKey: string | null;
}
