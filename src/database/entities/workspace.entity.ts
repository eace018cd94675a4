import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { safeInteger } from './safe-integer.js';

export type WorkspaceState = 'preparing' | 'ready' | 'released' | 'failed';

/** The checkout that the-loop made for a session. A path has one owner at a time. */
@Entity('workspace')
@Index('workspace_one_owner', ['pathKey'], { unique: true, where: `state IN ('preparing', 'ready')` })
export class WorkspaceEntity {
  @PrimaryColumn('text')
  sessionId: string;
  @Column('text')
  workItem: string;
  @Column('text')
  repositoryKey: string;
  /** Real path, absolute. */
  @Column('text')
  path: string;
  /** Folded: two spellings of one path are one place. */
  @Column('text')
  pathKey: string;
  @Column('text')
  branch: string;
  @Column('text')
  strategy: 'worktree' | 'clone';
  @Column('text')
  state: WorkspaceState;
  /** The commit it was handed out at; once released, the one it stood at. */
  @Column('text', { nullable: true })
  head: string | null;
  /** The head of a stranger's fork: project settings in it are not honoured. */
  @Column('boolean')
  foreignTree: boolean;
  /** Whether what is taken up again goes on at `head`: it was released without having been merged. */
  @Column('boolean', { default: false })
  unmerged: boolean;
  /** Why it stays although its session is closed, or why it failed. */
  @Column('text', { nullable: true })
  reason: string | null;
  @Column('text', { nullable: true })
  detail: string | null;
  @Column('bigint', { transformer: safeInteger })
  createdAt: number;
  @Column('bigint', { nullable: true, transformer: safeInteger })
  endedAt: number | null;
  /** The machine that holds it. */
  @Column('text')
  executor: string;
}
