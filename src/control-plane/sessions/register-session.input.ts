import { Field, InputType } from '@nestjs/graphql';
import { IsBoolean } from 'class-validator';
import type { Registration } from '../../sessions/session.registry.js';
import { ConversationInput } from './conversation.input.js';

@InputType('RegisterSessionInput', { description: 'Ties a work item to a conversation that exists already.' })
export class RegisterSessionInput extends ConversationInput implements Registration {
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Bind the record of the item's open session anew; its queue is kept, its running turn is ended first.",
  })
  @IsBoolean()
  force: boolean;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether to look for the binary and the directory first.' })
  @IsBoolean()
  check: boolean;
}
