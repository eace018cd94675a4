import { Field, InputType } from '@nestjs/graphql';
import { ArrayMaxSize, IsOptional, MaxLength } from 'class-validator';
import type { DeliveryOutcome } from '../../database/entities/delivery.entity.js';
import { EpochTime } from '../epoch-time.scalar.js';
import { DELIVERY_OUTCOME } from './delivery.type.js';

@InputType('DeliveryFilter', { description: 'Which deliveries are wanted; everything given has to hold.' })
export class DeliveryFilter {
  @Field(() => [String], { nullable: true, description: 'One of these events, for example `issue_comment`.' })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(100, { each: true })
  event?: string[] | null;

  @Field(() => String, { nullable: true, description: 'With this action, for example `created`.' })
  @IsOptional()
  @MaxLength(100)
  action?: string | null;

  @Field(() => [DELIVERY_OUTCOME], { nullable: true, description: 'With one of these outcomes.' })
  @IsOptional()
  @ArrayMaxSize(10)
  outcome?: DeliveryOutcome[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'With one of these reasons, for example `unauthorized-actor`.',
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(100, { each: true })
  reason?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Of this repository, `owner/repo`; case does not matter.' })
  @IsOptional()
  @MaxLength(300)
  repository?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'That name this work item, `github:owner/repo#number`; case does not matter.',
  })
  @IsOptional()
  @MaxLength(300)
  workItem?: string | null;

  @Field(() => String, { nullable: true, description: 'Caused by this login; case does not matter.' })
  @IsOptional()
  @MaxLength(100)
  actor?: string | null;

  @Field(() => EpochTime, { nullable: true, description: 'Received at this moment or later.' })
  @IsOptional()
  since?: number | null;

  @Field(() => EpochTime, { nullable: true, description: 'Received before this moment.' })
  @IsOptional()
  until?: number | null;
}
