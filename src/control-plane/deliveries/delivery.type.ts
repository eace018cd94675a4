import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { DeliveryOutcome } from '../../database/entities/delivery.entity.js';
import { EpochTime } from '../epoch-time.scalar.js';
import { connectionOf } from '../page/connection.type.js';

export const DELIVERY_OUTCOME = {
  accepted: 'accepted',
  ignored: 'ignored',
  defect: 'defect',
} as const satisfies { [O in DeliveryOutcome]: O };

registerEnumType(DELIVERY_OUTCOME, {
  name: 'DeliveryOutcome',
  description: 'What became of a delivery.',
  valuesMap: {
    accepted: { description: 'It goes to a session.' },
    ignored: { description: 'It wakes nobody; `reason` says why.' },
    defect: { description: 'Routing itself failed on it; it is kept and can be replayed.' },
  },
});

@ObjectType('Delivery', { description: 'One verified webhook request of GitHub, with what was decided about it.' })
export class DeliveryType {
  @Field(() => ID, { name: 'id', description: "GitHub's `X-GitHub-Delivery`." })
  deliveryId: string;

  @Field(() => Int, {
    description: 'Its place in the inbox; everything that follows from deliveries keeps this order.',
  })
  seq: number;

  @Field(() => String, { description: "GitHub's name of the event, for example `issue_comment`." })
  event: string;

  @Field(() => String, { nullable: true, description: 'What happened, for example `created`.' })
  action: string | null;

  @Field(() => EpochTime, { description: 'When it arrived first.' })
  receivedAt: number;

  @Field(() => EpochTime, { description: 'When it arrived last.' })
  lastReceivedAt: number;

  @Field(() => Int, { description: 'How often it arrived.' })
  receivedCount: number;

  @Field(() => DELIVERY_OUTCOME, { description: 'What became of it.' })
  outcome: DeliveryOutcome;

  @Field(() => String, { description: 'The stable word for why.' })
  reason: string;

  @Field(() => [String], { description: 'The work items it names, as `github:owner/repo#number`.' })
  refs: string[];

  @Field(() => String, { nullable: true, description: 'The repository it is about, as `owner/repo` in lower case.' })
  repositoryKey: string | null;

  @Field(() => String, { nullable: true, description: 'Who did it.' })
  actor: string | null;

  @Field(() => String, { nullable: true, description: 'The commit a CI event is about.' })
  headSha: string | null;

  @Field(() => String, { nullable: true, description: 'What routing failed with, when the outcome is `defect`.' })
  error: string | null;

  @Field(() => ID, { nullable: true, description: 'The delivery this one replays.' })
  replayOf: string | null;
}

export const DeliveryConnection = connectionOf(DeliveryType, 'Delivery', 'the delivery received last first');
