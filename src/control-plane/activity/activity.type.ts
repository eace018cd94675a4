import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { ActivityName } from '../../events/activity-catalogue.js';
import type { ActivityLevel } from '../../events/activity.js';
import { EpochTime } from '../epoch-time.scalar.js';
import { connectionOf } from '../page/connection.type.js';

export const ACTIVITY_LEVEL = {
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const satisfies { [L in ActivityLevel]: L };

registerEnumType(ACTIVITY_LEVEL, {
  name: 'ActivityLevel',
  description: 'How much an activity asks for attention.',
  valuesMap: {
    debug: { description: 'Detail.' },
    info: { description: 'Ordinary life.' },
    warn: { description: 'Worth a look.' },
    error: { description: 'Needs somebody.' },
  },
});

@ObjectType('Activity', { description: 'One thing that happened, recorded in the transaction that made it true.' })
export class ActivityType {
  @Field(() => Int, { description: 'Its place in the feed; hand it on as `after` to go on behind it.' })
  seq: number;

  @Field(() => EpochTime, { description: 'When it happened.' })
  time: number;

  @Field(() => String, { description: 'What happened, for example `dispatch.failed`; the names are stable.' })
  name: ActivityName;

  @Field(() => ACTIVITY_LEVEL, { description: 'How much it asks for attention.' })
  level: ActivityLevel;

  @Field(() => ID, { nullable: true, description: 'The delivery it is about.' })
  deliveryId: string | null;

  @Field(() => String, { nullable: true, description: "GitHub's name of the event." })
  event: string | null;

  @Field(() => String, { nullable: true, description: 'The action of the event.' })
  action: string | null;

  @Field(() => String, { nullable: true, description: 'Who caused it.' })
  actor: string | null;

  @Field(() => String, { nullable: true, description: 'The work item it is about, as `github:owner/repo#number`.' })
  workItem: string | null;

  @Field(() => ID, { nullable: true, description: 'The session it is about.' })
  sessionId: string | null;

  @Field(() => ID, { nullable: true, description: 'The dispatch it is about.' })
  dispatchId: string | null;

  @Field(() => String, { nullable: true, description: 'The harness it is about.' })
  harness: string | null;

  @Field(() => String, { nullable: true, description: 'The stable word for why.' })
  reason: string | null;

  @Field(() => String, { nullable: true, description: 'What went wrong, in one sentence.' })
  error: string | null;
}

export const ActivityConnection = connectionOf(ActivityType, 'Activity', 'in the order things happened');
