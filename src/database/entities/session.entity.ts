import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { safeInteger } from './safe-integer.js';

export type SessionStatus = 'starting' | 'active' | 'paused' | 'stale' | 'parked' | 'closing' | 'closed';

export interface WantedCheckout {
  readonly repository: string;
  /** The head of a pull request, as far as its events have told. */
  readonly branch: string | null;
  /** It stands on the head of a pull request; an issue gets a branch of its own. */
  readonly isPullRequest: boolean;
}

/** A work item tied to one harness conversation and one working tree. */
@Entity('session')
@Index('session_one_per_item', ['workItemKey'], { unique: true, where: `status <> 'closed'` })
@Index('session_item', ['workItemKey'])
@Index('session_repository_id', ['repositoryId', 'repositoryKey'])
@Index('session_repository_key', ['repositoryKey', 'repositoryId'])
export class SessionEntity {
  /** Our own id; the harness has another. */
  @PrimaryColumn('text')
  id: string;
  /** `github:owner/repo#n` in the spelling it was registered with. */
  @Column('text')
  workItem: string;
  @Column('text')
  workItemKey: string;
  @Column('text')
  repositoryKey: string;
  /** GitHub's repository id, the identity that survives a rename; null until a delivery has shown it. */
  @Column('bigint', { nullable: true, transformer: safeInteger })
  repositoryId: number | null;
  @Column('text')
  harness: string;
  /** The conversation's id in the harness; null until the harness has named it. */
  @Column('text', { nullable: true })
  harnessSessionId: string | null;
  /** Earlier ids of the same conversation, newest last: hooks may still say one of them. */
  @Column('simple-json', { default: '[]' })
  formerHarnessSessionIds: string[];
  /** Absolute path; a turn runs here and nowhere else. */
  @Column('text')
  cwd: string;
  @Column('text')
  status: SessionStatus;
  /** Why it is paused, stale, parked or closed. */
  @Column('text', { nullable: true })
  statusReason: string | null;
  /** For a pull request's own session: the work item it contributes to. */
  @Column('text', { nullable: true })
  endpointOf: string | null;
  /** The checkout of our own that its turns need; null when its tree is simply there. */
  @Column('simple-json', { nullable: true })
  checkout: WantedCheckout | null;
  @Column('bigint', { transformer: safeInteger })
  createdAt: number;
  @Column('bigint', { nullable: true, transformer: safeInteger })
  lastEventAt: number | null;
  @Column('bigint', { nullable: true, transformer: safeInteger })
  closedAt: number | null;
  /** The machine that holds the tree. */
  @Column('text')
  executor: string;
}
