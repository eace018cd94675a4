import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { safeInteger } from './safe-integer.js';

/**
 * The head of a pull request as its own events showed it. Checks of a fork name no pull request; they are resolved by
 * head sha, with the base repository compared.
 */
@Entity('pull_request_head')
@Index('pull_request_head_sha', ['headSha'])
export class PullRequestHeadEntity {
  /** Folded key of the pull request. */
  @PrimaryColumn('text')
  refKey: string;
  @PrimaryColumn('text')
  headSha: string;
  @Column('text')
  ref: string;
  @Column('bigint', { transformer: safeInteger })
  baseRepositoryId: number;
  /** Null when the fork was deleted. */
  @Column('bigint', { nullable: true, transformer: safeInteger })
  headRepositoryId: number | null;
  @Column('text', { nullable: true })
  headRef: string | null;
  @Column('bigint', { transformer: safeInteger })
  seenAt: number;
}
