import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { safeInteger } from './safe-integer.js';

/** accepted: it goes to a session · ignored: it wakes nobody, `reason` says why · defect: routing itself failed. */
export type DeliveryOutcome = 'accepted' | 'ignored' | 'defect';

/** One verified webhook request. A repetition of the same delivery id raises `receivedCount` and adds no row. */
@Entity('delivery')
@Index('delivery_id', ['deliveryId'], { unique: true })
@Index('delivery_subject', ['subjectKey', 'contentHash'])
@Index('delivery_suite', ['suiteKey', 'seq'], { where: 'suiteKey IS NOT NULL' })
@Index('delivery_outcome', ['outcome', 'reason', 'seq'])
export class DeliveryEntity {
  /** The inbox sequence: the order of everything that follows from deliveries. */
  @PrimaryGeneratedColumn({ type: 'integer' })
  seq: number;
  /** GitHub's `X-GitHub-Delivery`. */
  @Column('text')
  deliveryId: string;
  @Column('text')
  event: string;
  @Column('text', { nullable: true })
  action: string | null;
  @Column('bigint', { transformer: safeInteger })
  receivedAt: number;
  @Column('bigint', { transformer: safeInteger })
  lastReceivedAt: number;
  @Column('integer', { default: 1 })
  receivedCount: number;
  @Column('text')
  outcome: DeliveryOutcome;
  /** The stable word of the decision: `matched`, `label`, `policy-never`, … */
  @Column('text')
  reason: string;
  /** What the decision rests on: mentions with their fields, the session, the rule. */
  @Column('simple-json')
  evidence: Record<string, unknown>;
  /** The work items named, in order, as `github:owner/repo#n`. */
  @Column('simple-json')
  refs: string[];
  /** Folded key of the issue or pull request the event is about. */
  @Column('text', { nullable: true })
  subjectKey: string | null;
  @Column('text', { nullable: true })
  repositoryKey: string | null;
  @Column('bigint', { nullable: true, transformer: safeInteger })
  repositoryId: number | null;
  @Column('text', { nullable: true })
  actor: string | null;
  /** SHA-256 of the canonical payload, where something came of it: equal content under another id is a duplicate. */
  @Column('text', { nullable: true })
  contentHash: string | null;
  /** Key of the CI suite this event reports on. */
  @Column('text', { nullable: true })
  suiteKey: string | null;
  /** What the deliveries of the suite have told so far, this one included; the next one is decided by it. */
  @Column('simple-json', { nullable: true })
  suite: object | null;
  /** The commit a CI event is about. */
  @Column('text', { nullable: true })
  headSha: string | null;
  /** `owner/repo` and id of the review this delivery belongs to; its deliveries count as one turn in the budget. */
  @Column('text', { nullable: true })
  reviewKey: string | null;
  /** The sentence of a defect. */
  @Column('text', { nullable: true })
  error: string | null;
  /** The delivery this one replays, when the owner asked for it. */
  @Column('text', { nullable: true })
  replayOf: string | null;
  /** The payload's JSON as received, UTF-8. Last, so that lists never read it. */
  @Column('blob', { select: false })
  payload: Uint8Array;
}
