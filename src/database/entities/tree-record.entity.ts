import { Column, Entity, PrimaryColumn } from 'typeorm';
import { safeInteger } from './safe-integer.js';

/** The working tree of a session as it was when it was first seen: a turn runs in this tree and in no other. */
@Entity('tree_record')
export class TreeRecordEntity {
  @PrimaryColumn('text')
  sessionId: string;
  /** The session's directory at that time; another one is recorded anew. */
  @Column('text')
  directory: string;
  /** Real path of the git work tree; null where there was none. */
  @Column('text', { nullable: true })
  topLevel: string | null;
  /** `owner/repo`, folded, of its remotes on GitHub. */
  @Column('simple-json')
  repositories: string[];
  @Column('bigint', { transformer: safeInteger })
  recordedAt: number;
}
