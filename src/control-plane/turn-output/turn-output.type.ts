import { Field, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType('TurnOutput', { description: 'One thing a turn said or did, as its harness told it.' })
export class TurnOutputType {
  @Field(() => ID, { description: 'The dispatch whose turn this is.' })
  dispatchId: string;

  @Field(() => ID, { description: 'The attempt it belongs to: its directory below the run directory of the dispatch.' })
  attemptId: string;

  @Field(() => Int, { description: 'The place behind it, in bytes; hand it on as `after` to go on from here.' })
  after: number;

  @Field(() => String, {
    description: '`started`, `text`, `tool-started`, `tool-finished`, `waiting`, `noise` or `result`.',
  })
  kind: string;

  @Field(() => String, { nullable: true, description: 'The text, or what is waited for.' })
  text: string | null;

  @Field(() => String, { nullable: true, description: 'The tool that was started.' })
  tool: string | null;

  @Field(() => String, { nullable: true, description: 'What the tool was asked to do, in a line.' })
  subject: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the tool failed.' })
  failed: boolean | null;

  @Field(() => String, { description: 'The whole of it as JSON text.' })
  json: string;
}
