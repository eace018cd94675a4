import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { safeInteger } from './safe-integer.js';

export type DispatchKind = 'resume' | 'spawn' | 'close';
export type DispatchState =
  'queued' | 'running' | 'held' | 'interrupted' | 'succeeded' | 'failed' | 'quarantined' | 'cancelled';

/** One durable unit of work in the queue of a session. `seq` follows the inbox, so it is the order of the lane. */
@Entity('dispatch')
@Index('dispatch_id', ['id'], { unique: true })
@Index('dispatch_one_running', ['sessionId'], { unique: true, where: `state = 'running' AND batchedWith IS NULL` })
@Index('dispatch_lane', ['sessionId', 'state', 'seq'])
@Index('dispatch_delivery', ['deliveryId'])
@Index('dispatch_state', ['state', 'seq'])
export class DispatchEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  seq: number;
  @Column('text')
  id: string;
  @Column('text')
  sessionId: string;
  /** Null for work the owner asked for. */
  @Column('text', { nullable: true })
  deliveryId: string | null;
  @Column('text')
  kind: DispatchKind;
  /** Why it was queued: the reason of the decision. */
  @Column('text')
  reason: string;
  @Column('text')
  state: DispatchState;
  /** Outcome class of a finished turn (`completed`, `timed-out`, …), or why the row is held or cancelled. */
  @Column('text', { nullable: true })
  outcome: string | null;
  /** One sentence for a person, with what to do. */
  @Column('text', { nullable: true })
  detail: string | null;
  /** When a held row is due again, epoch milliseconds; null means it waits for somebody. */
  @Column('bigint', { nullable: true, transformer: safeInteger })
  heldUntil: number | null;
  /** Turns that really ran. A start that never reached the harness does not count. */
  @Column('integer', { default: 0 })
  attempts: number;
  @Column('integer', { default: 0 })
  starts: number;
  /** The folder of the present or last attempt below the runs directory. */
  @Column('text', { nullable: true })
  attemptId: string | null;
  @Column('bigint', { transformer: safeInteger })
  createdAt: number;
  @Column('bigint', { nullable: true, transformer: safeInteger })
  startedAt: number | null;
  @Column('bigint', { nullable: true, transformer: safeInteger })
  endedAt: number | null;
  /** When the running turn has to be over, epoch milliseconds; it counts on across a restart. */
  @Column('bigint', { nullable: true, transformer: safeInteger })
  deadlineAt: number | null;
  /** Set before a turn is ended by us (`timed-out`, `cancelled`, `killed`), so that its end is not misread. */
  @Column('text', { nullable: true })
  endIntent: string | null;
  @Column('integer', { nullable: true })
  exitCode: number | null;
  @Column('text', { nullable: true })
  stderrTail: string | null;
  /** What the harness said at the end, cut. */
  @Column('text', { nullable: true })
  resultText: string | null;
  @Column('integer', { nullable: true })
  deniedPermissions: number | null;
  @Column('double precision', { nullable: true })
  costUsd: number | null;
  @Column('simple-json', { nullable: true })
  usage: Record<string, number> | null;
  /** What the harness had counted for the whole conversation after this turn; the next one is measured against it. */
  @Column('simple-json', { nullable: true })
  totals: Record<string, number> | null;
  /** The row whose turn delivered this one too, when events were batched. */
  @Column('text', { nullable: true })
  batchedWith: string | null;
  /** What the turn counts as in the budgets of its session: its review or itself; null when it does not count. */
  @Column('text', { nullable: true })
  budgetKey: string | null;
  /** SHA-256 of the token the running turn speaks to the control plane with; it outlives a restart of the server. */
  @Column('text', { nullable: true, select: false })
  tokenHash: string | null;
  @Column('text')
  executor: string;
}
