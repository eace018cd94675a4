import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ActivityName } from '../../events/activity-catalogue.js';
import type { ActivityLevel } from '../../events/activity.js';
import { safeInteger } from './safe-integer.js';

/** One committed fact; `seq` is its place in the feed. */
@Entity('activity')
@Index('activity_session', ['sessionId', 'seq'], { where: 'sessionId IS NOT NULL' })
@Index('activity_delivery', ['deliveryId'])
export class ActivityEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  seq: number;
  @Column('bigint', { transformer: safeInteger })
  time: number;
  @Column('text')
  name: ActivityName;
  @Column('text')
  level: ActivityLevel;
  @Column('text', { nullable: true })
  deliveryId: string | null;
  @Column('text', { nullable: true })
  event: string | null;
  @Column('text', { nullable: true })
  action: string | null;
  @Column('text', { nullable: true })
  actor: string | null;
  @Column('text', { nullable: true })
  workItem: string | null;
  @Column('text', { nullable: true })
  sessionId: string | null;
  @Column('text', { nullable: true })
  dispatchId: string | null;
  @Column('text', { nullable: true })
  harness: string | null;
  @Column('text', { nullable: true })
  reason: string | null;
  @Column('text', { nullable: true })
  error: string | null;
}
