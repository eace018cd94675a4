import { Field, InputType } from '@nestjs/graphql';
import { ArrayMaxSize, IsOptional, MaxLength } from 'class-validator';
import type { SessionStatus } from '../../database/entities/session.entity.js';
import { SESSION_STATUS } from './session.type.js';

@InputType('SessionFilter', { description: 'Which sessions are wanted; everything given has to hold.' })
export class SessionFilter {
  @Field(() => [SESSION_STATUS], { nullable: true, description: 'One of these states.' })
  @IsOptional()
  @ArrayMaxSize(20)
  status?: SessionStatus[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'This work item, `github:owner/repo#number`; case does not matter.',
  })
  @IsOptional()
  @MaxLength(300)
  workItem?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Work items of this repository, `owner/repo`; case does not matter.',
  })
  @IsOptional()
  @MaxLength(300)
  repository?: string | null;

  @Field(() => String, { nullable: true, description: 'Run by this harness.' })
  @IsOptional()
  @MaxLength(100)
  harness?: string | null;
}
