import { Field, ID, ObjectType } from '@nestjs/graphql';

@ObjectType('HookAnswer', { description: 'What a report led to.' })
export class HookAnswerType {
  @Field(() => String, {
    description:
      'The stable word for it: `registered`, `known`, `rebound`, `linked`, `handed-over`, `noted`, or why nothing came of it: ' +
      '`no-work-item`, `unattended`, `taken`, `closed`, `unknown-conversation`, `another-repository`, `nothing-waits`, `own-turn`.',
  })
  outcome: string;

  @Field(() => ID, { nullable: true, description: 'The session it concerns.' })
  sessionId: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The prompt of an event that waited while the conversation was open, for the conversation itself. It counts as ' +
      'delivered and is answered once.',
  })
  handOver: string | null;
}
