import { ArgsType, Field, ID, Int } from '@nestjs/graphql';
import { IsInt, IsOptional, Matches, Max, Min, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { MAX_PAGE } from '../page/page.args.js';
import { ActivityFilter } from './activity.filter.js';

const SEQ = /^\d{1,15}$/;
const NO_SEQ = '"after" has to be the seq of an activity, a whole number';

/** Which part of the feed is followed. */
@ArgsType()
export class FeedArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      'Replay everything behind this `seq` first; 0 is the beginning. Without it only what is still to come.',
  })
  @IsOptional()
  @Matches(SEQ, { message: NO_SEQ })
  after?: string | null;

  @Field(() => ActivityFilter, { nullable: true, description: 'Which activity is wanted; all of it without.' })
  @IsOptional()
  @ValidateNested()
  @Type(() => ActivityFilter)
  filter?: ActivityFilter | null;
}

/** Which part of the stored feed is wanted. */
@ArgsType()
export class ActivityArgs {
  @Field(() => Int, { defaultValue: 20, description: `How many items at most; from 1 to ${MAX_PAGE}.` })
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE, { message: `"first" may be ${MAX_PAGE} at most; page on with "after"` })
  first: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'Read on behind this `seq`, or `pageInfo.endCursor`; 0 is the beginning. Without it the last items are read.',
  })
  @IsOptional()
  @Matches(SEQ, { message: NO_SEQ })
  after?: string | null;

  @Field(() => ActivityFilter, { nullable: true, description: 'Which activity is wanted; all of it without.' })
  @IsOptional()
  @ValidateNested()
  @Type(() => ActivityFilter)
  filter?: ActivityFilter | null;
}
