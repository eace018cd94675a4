import { Field, Float, Int, ObjectType } from '@nestjs/graphql';

@ObjectType('SessionCost', { description: 'What the turns of a session have cost, as far as its harness tells.' })
export class SessionCostType {
  @Field(() => Int, { description: 'Turns that ran.' })
  turns: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Sum of what the turns cost in US dollars; null when none told its cost.',
  })
  usd: number | null;
}
