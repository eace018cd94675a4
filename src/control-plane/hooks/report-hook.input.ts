import { Field, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, MaxLength, Min, MinLength } from 'class-validator';
import { HOOK_KIND, type HookKind } from './hook-kind.js';

registerEnumType(HOOK_KIND, {
  name: 'HookKind',
  description: 'What happened in a harness.',
  valuesMap: {
    sessionStarted: { description: 'A conversation was begun or taken up again.' },
    sessionEnded: { description: 'A process of it ended; the conversation itself can go on, so no record is closed.' },
    sessionCleared: {
      description: 'Its context was cleared; the next start of the same process goes on in its stead.',
    },
    turnFinished: { description: 'It has finished a turn and would wait for a person now.' },
    promptSubmitted: { description: 'A person has submitted a prompt.' },
    pullRequestOpened: { description: 'The agent has opened a pull request.' },
  },
});

@InputType('ReportHookInput', { description: 'What a hook of a harness reports.' })
export class ReportHookInput {
  @Field(() => HOOK_KIND, { description: 'What happened.' })
  @IsIn(Object.keys(HOOK_KIND))
  kind: HookKind;

  @Field(() => String, { description: 'The harness: `claude`, `cursor`, `codex`.' })
  @IsString()
  @MaxLength(100)
  harness: string;

  @Field(() => String, { description: "The conversation's id in the harness." })
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  harnessSessionId: string;

  @Field(() => String, { nullable: true, description: 'Absolute path of the directory it runs in.' })
  @IsOptional()
  @IsString()
  @MaxLength(4_096)
  cwd?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'How the conversation began: `startup`, `resume`, `clear` or `compact`.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  source?: string | null;

  @Field(() => Int, { nullable: true, description: 'Process id of the harness.' })
  @IsOptional()
  @IsInt()
  @Min(1)
  pid?: number | null;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether a person sits in front of it, as far as the harness tells.',
  })
  @IsOptional()
  @IsBoolean()
  attended?: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The work item that was named for it (`THE_LOOP_WORK_ITEM`), as `github:owner/repo#number`.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(300)
  workItem?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The branch of its directory; `issue-<n>` in it names the work item.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(1_000)
  branch?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the remote `origin` of its directory.' })
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  origin?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the pull request that was opened.' })
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  pullRequest?: string | null;
}
