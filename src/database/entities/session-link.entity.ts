import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { safeInteger } from './safe-integer.js';

/** How a pull request came to be recorded: a link once found outlives later edits of the description. */
export type LinkSource = 'closing-keyword' | 'head-branch' | 'owner' | 'hook' | 'import';

/** A pull request recorded as delivering the work item of a session. */
@Entity('session_link')
@Index('session_link_once', ['sessionId', 'refKey'], { unique: true })
@Index('session_link_ref', ['refKey'])
@Index('session_link_one_owner', ['refKey'], { unique: true, where: 'live = 1' })
export class SessionLinkEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id: number;
  @Column('text')
  sessionId: string;
  @Column('text')
  ref: string;
  @Column('text')
  refKey: string;
  @Column('text')
  source: LinkSource;
  /** Whether the pull request is open, as far as deliveries have told. */
  @Column('boolean', { default: true })
  open: boolean;
  /** False once the session is closed: a closed session owns nothing. */
  @Column('boolean', { default: true })
  live: boolean;
  @Column('bigint', { transformer: safeInteger })
  recordedAt: number;
}
