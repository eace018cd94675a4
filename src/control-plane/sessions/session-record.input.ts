import { Field, InputType } from '@nestjs/graphql';
import { ArrayMaxSize, IsIn, IsOptional, MaxLength, MinLength } from 'class-validator';
import type { SessionRecord } from '../../dispatch/session.importer.js';
import { EpochTime } from '../epoch-time.scalar.js';

@InputType('SessionRecordInput', { description: 'A session as another registry has kept it.' })
export class SessionRecordInput implements SessionRecord {
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
