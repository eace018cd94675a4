import { Field, ObjectType } from '@nestjs/graphql';
import type { DeliveryOutcome } from '../../database/entities/delivery.entity.js';
import { DecisionType } from '../deliveries/decision.type.js';
import { DELIVERY_OUTCOME } from '../deliveries/delivery.type.js';

@ObjectType('Explanation', {
  description: 'What would become of an event, and why. Nothing was stored and nobody was woken.',
})
export class ExplanationType {
  @Field(() => DELIVERY_OUTCOME, { description: 'What would become of it.' })
  outcome: DeliveryOutcome;

  @Field(() => String, { description: 'The stable word for why.' })
  reason: string;

  @Field(() => String, { description: 'Why, in one sentence.' })
  explanation: string;

  @Field(() => [String], {
    description: 'The work items the event itself names, in order, as `github:owner/repo#number`.',
  })
  refs: string[];

  @Field(() => DecisionType, { description: 'How it would be decided, and what that rests on.' })
  decision: DecisionType;
}
