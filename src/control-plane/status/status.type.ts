import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { EpochTime } from '../epoch-time.scalar.js';

@ObjectType('Count', { description: 'How many there are of something.' })
export class CountType {
  @Field(() => String, { description: 'Of what.' })
  name: string;

  @Field(() => Int, { description: 'How many.' })
  count: number;
}

@ObjectType('Waiting', { description: 'A session whose events wait, and why.' })
export class WaitingType {
  @Field(() => ID, { description: 'The session.' })
  sessionId: string;

  @Field(() => String, {
    description: 'The stable word for why, for example `paused`, `busy`, `rate-limited`, `open-elsewhere`.',
  })
  reason: string;

  @Field(() => String, { description: 'Why, and what to do, in one sentence.' })
  sentence: string;

  @Field(() => EpochTime, {
    nullable: true,
    description: 'When it goes on by itself; null when it waits for somebody or for another turn.',
  })
  until: number | null;
}

@ObjectType('Status', { description: 'What the server does right now.' })
export class StatusType {
  @Field(() => Boolean, {
    description: 'Whether deliveries wake sessions (routing.enabled); off, they are stored and ignored.',
  })
  routing: boolean;

  @Field(() => EpochTime, { description: 'Since when the server runs.' })
  startedAt: number;

  @Field(() => EpochTime, { nullable: true, description: 'When the last new delivery arrived.' })
  lastDeliveryAt: number | null;

  @Field(() => [CountType], { description: 'Sessions by status.' })
  sessions: CountType[];

  @Field(() => [CountType], { description: 'Dispatches by state.' })
  dispatches: CountType[];

  @Field(() => [WaitingType], { description: 'Whose events wait and why, at most 100, the longest wait first.' })
  waiting: WaitingType[];
}
