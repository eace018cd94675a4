import { ArgsType, Field, Int } from '@nestjs/graphql';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export const MAX_PAGE = 100;

/** Which part of a list is wanted. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: 20, description: `How many items at most; from 1 to ${MAX_PAGE}.` })
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE, { message: `"first" may be ${MAX_PAGE} at most; page on with "after"` })
  first: number;

  @Field(() => String, { nullable: true, description: 'The `pageInfo.endCursor` of the page before this one.' })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  after?: string | null;
}

/** How much of a short list that hangs on a row is wanted. */
@ArgsType()
export class PartArgs {
  @Field(() => Int, { defaultValue: 10, description: `How many items at most; from 1 to ${MAX_PAGE}.` })
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  first: number;
}
