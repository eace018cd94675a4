import { Field, InputType } from '@nestjs/graphql';
import { MaxLength } from 'class-validator';
import { HARNESS_NAMES } from '../../config/harness-name.js';

/** A conversation, the item it works on and the tree it works in, as a client names them. */
@InputType({ isAbstract: true })
export abstract class ConversationInput {
  @Field(() => String, { description: 'The issue or pull request, as `github:owner/repo#number`.' })
  @MaxLength(300)
  workItem: string;

  @Field(() => String, { description: `The harness: ${HARNESS_NAMES.map((name) => `\`${name}\``).join(', ')}.` })
  @MaxLength(100)
  harness: string;

  @Field(() => String, { description: "The conversation's id in the harness." })
  @MaxLength(200)
  harnessSessionId: string;

  @Field(() => String, { description: 'Absolute path of the working tree its turns run in.' })
  @MaxLength(4_096)
  cwd: string;
}
