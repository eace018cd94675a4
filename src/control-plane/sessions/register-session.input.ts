import { Field, InputType } from '@nestjs/graphql';
import { IsBoolean, MaxLength } from 'class-validator';
import type { Registration } from '../../sessions/session.registry.js';

@InputType('RegisterSessionInput', { description: 'Ties a work item to a conversation that exists already.' })
export class RegisterSessionInput implements Registration {
  @Field(() => String, { description: 'The issue or pull request, as `github:owner/repo#number`.' })
  @MaxLength(300)
  workItem: string;

  @Field(() => String, { description: 'The harness: `claude`, `cursor`, `codex`.' })
  @MaxLength(100)
  harness: string;

  @Field(() => String, { description: "The conversation's id in the harness." })
  @MaxLength(200)
  harnessSessionId: string;

  @Field(() => String, { description: 'Absolute path of the working tree its turns run in.' })
  @MaxLength(4_096)
  cwd: string;

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
