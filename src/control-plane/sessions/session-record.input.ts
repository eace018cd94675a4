import { Field, InputType } from '@nestjs/graphql';
import { ArrayMaxSize, IsIn, IsOptional, MaxLength, MinLength } from 'class-validator';
import type { SessionRecord } from '../../dispatch/session.importer.js';
import { EpochTime } from '../epoch-time.scalar.js';
import { ConversationInput } from './conversation.input.js';

@InputType('SessionRecordInput', { description: 'A session as another registry has kept it.' })
export class SessionRecordInput extends ConversationInput implements SessionRecord {
  @Field(() => String, { description: '`active` or `closed`.' })
  @IsIn(['active', 'closed'], { message: 'status has to be active or closed' })
  status: 'active' | 'closed';

  @Field(() => EpochTime, { description: 'When it was registered.' })
  createdAt: number;

  @Field(() => EpochTime, { nullable: true, description: 'When an event last reached it.' })
  @IsOptional()
  lastEventAt: number | null = null;

  @Field(() => [String], {
    defaultValue: [],
    description: 'Deliveries it has had, oldest first; they do not reach it a second time.',
  })
  @ArrayMaxSize(10_000)
  @MinLength(1, { each: true })
  @MaxLength(200, { each: true })
  recentDeliveries: string[];
}
