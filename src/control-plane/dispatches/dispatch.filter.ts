import { Field, ID, InputType } from '@nestjs/graphql';
import { ArrayMaxSize, IsOptional, MaxLength } from 'class-validator';
import type { DispatchKind, DispatchState } from '../../database/entities/dispatch.entity.js';
import { EpochTime } from '../epoch-time.scalar.js';
import { DISPATCH_KIND, DISPATCH_STATE } from './dispatch.type.js';

@InputType('DispatchFilter', { description: 'Which dispatches are wanted; everything given has to hold.' })
export class DispatchFilter {
  @Field(() => [DISPATCH_STATE], { nullable: true, description: 'In one of these states.' })
  @IsOptional()
  @ArrayMaxSize(20)
  state?: DispatchState[] | null;

  @Field(() => DISPATCH_KIND, { nullable: true, description: 'Of this kind.' })
  @IsOptional()
  kind?: DispatchKind | null;

  @Field(() => ID, { nullable: true, description: 'Of this session.' })
  @IsOptional()
  @MaxLength(200)
  sessionId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Of this work item's sessions, `github:owner/repo#number`; case does not matter.",
  })
  @IsOptional()
  @MaxLength(300)
  workItem?: string | null;

  @Field(() => ID, { nullable: true, description: 'Caused by this delivery.' })
  @IsOptional()
  @MaxLength(200)
  deliveryId?: string | null;

  @Field(() => String, { nullable: true, description: 'With this outcome, for example `timed-out`.' })
  @IsOptional()
  @MaxLength(100)
  outcome?: string | null;

  @Field(() => EpochTime, { nullable: true, description: 'Queued at this moment or later.' })
  @IsOptional()
  since?: number | null;

  @Field(() => EpochTime, { nullable: true, description: 'Queued before this moment.' })
  @IsOptional()
  until?: number | null;
}
