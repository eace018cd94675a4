import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType('PageInfo', { description: 'Where a page of a list lies.' })
export class PageInfoType {
  @Field(() => Boolean, { description: 'Whether there is more behind this page.' })
  hasNextPage: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Hand it on as `after` to read the next page; null on an empty page.',
  })
  endCursor: string | null;
}
