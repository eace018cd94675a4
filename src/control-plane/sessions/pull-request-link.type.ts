import { Field, ObjectType } from '@nestjs/graphql';
import type { LinkSource } from '../../database/entities/session-link.entity.js';
import { EpochTime } from '../epoch-time.scalar.js';

@ObjectType('PullRequestLink', { description: "A pull request recorded as delivering a session's work item." })
export class PullRequestLinkType {
  @Field(() => String, { description: 'The pull request, as `github:owner/repo#number`.' })
  ref: string;

  @Field(() => Boolean, { description: 'Whether it is open, as far as deliveries have told.' })
  open: boolean;

  @Field(() => String, {
    description: 'How it came to be recorded: `closing-keyword`, `head-branch`, `owner`, `hook`, `import`.',
  })
  source: LinkSource;

  @Field(() => EpochTime, { description: 'When it was recorded.' })
  recordedAt: number;
}
