import { Field, ID, InputType } from '@nestjs/graphql';
import { ArrayMaxSize, IsIn, IsOptional, MaxLength } from 'class-validator';
import { ACTIVITY_CATALOGUE, type ActivityName } from '../../events/activity-catalogue.js';
import type { ActivityLevel } from '../../events/activity.js';
import type { ActivityCriteria } from './activity-criteria.js';
import { ACTIVITY_LEVEL } from './activity.type.js';

const NAMES = Object.keys(ACTIVITY_CATALOGUE);

@InputType('ActivityFilter', { description: 'Which activity is wanted; everything given has to hold.' })
export class ActivityFilter implements ActivityCriteria {
  @Field(() => [String], { nullable: true, description: 'With one of these names, for example `dispatch.failed`.' })
  @IsOptional()
  @ArrayMaxSize(100)
  @IsIn(NAMES, { each: true, message: `each value in names has to be one of ${NAMES.join(', ')}` })
  names?: ActivityName[] | null;

  @Field(() => ACTIVITY_LEVEL, { nullable: true, description: 'Of this level or above.' })
  @IsOptional()
  level?: ActivityLevel | null;

  @Field(() => ID, { nullable: true, description: 'About this session.' })
  @IsOptional()
  @MaxLength(200)
  sessionId?: string | null;

  @Field(() => ID, { nullable: true, description: 'About this dispatch.' })
  @IsOptional()
  @MaxLength(200)
  dispatchId?: string | null;

  @Field(() => ID, { nullable: true, description: 'About this delivery.' })
  @IsOptional()
  @MaxLength(200)
  deliveryId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'About this work item, `github:owner/repo#number`; case does not matter.',
  })
  @IsOptional()
  @MaxLength(300)
  workItem?: string | null;

  @Field(() => String, { nullable: true, description: "About this event of GitHub's, for example `issue_comment`." })
  @IsOptional()
  @MaxLength(100)
  event?: string | null;
}
