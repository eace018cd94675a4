import type { SessionStatus } from '../database/entities/session.entity.js';
import type { WorkItemRef } from './work-item-ref.js';

/** A pull request recorded as delivering a session's work item. */
export interface LinkView {
  readonly ref: WorkItemRef;
  readonly open: boolean;
}

/** What a rule may know of a session; a value, taken inside the transaction that decides. */
export interface SessionView {
  readonly id: string;
  readonly workItem: WorkItemRef;
  readonly repositoryId: number | null;
  readonly harness: string;
  readonly status: SessionStatus;
  /** For a pull request's own session: the work item it contributes to. */
  readonly endpointOf: WorkItemRef | null;
  readonly links: readonly LinkView[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly closedAt: number | null;
}

/** An open session owns its item and takes events, at once or later. */
export function isOpen(session: SessionView): boolean {
  return session.status !== 'closed' && session.status !== 'closing';
}
