import { Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { SessionStatus } from '../../database/entities/session.entity.js';
import { EpochTime } from '../epoch-time.scalar.js';
import { connectionOf } from '../page/connection.type.js';

export const SESSION_STATUS = {
  starting: 'starting',
  active: 'active',
  paused: 'paused',
  stale: 'stale',
  parked: 'parked',
  closing: 'closing',
  closed: 'closed',
} as const satisfies { [S in SessionStatus]: S };

registerEnumType(SESSION_STATUS, {
  name: 'SessionStatus',
  description: 'What a session does with its events.',
  valuesMap: {
    starting: { description: 'Its first turn has not named the conversation yet.' },
    active: { description: 'Events wake it.' },
    paused: { description: 'Its owner has paused it; events wait.' },
    stale: { description: 'The harness no longer knows the conversation; events wait until it is registered again.' },
    parked: { description: 'It needs its owner; events wait until it is released.' },
    closing: { description: 'Its close waits in the lane behind what came before; it takes nothing new.' },
    closed: { description: 'It owns nothing any more; the record is kept.' },
  },
});

@ObjectType('Session', { description: 'A work item tied to one harness conversation and one working tree.' })
export class SessionType {
  @Field(() => ID, { description: "The session's own id; the harness has another." })
  id: string;

  @Field(() => String, { description: 'The issue or pull request it works on, as `github:owner/repo#number`.' })
  workItem: string;

  @Field(() => String, { description: 'The repository of the work item, as `owner/repo` in lower case.' })
  repositoryKey: string;

  @Field(() => String, { description: 'The harness that runs its turns: `claude`, `cursor`, `codex`.' })
  harness: string;

  @Field(() => String, {
    nullable: true,
    description: "The conversation's id in the harness; null until the harness has named it.",
  })
  harnessSessionId: string | null;

  @Field(() => [String], { description: 'Earlier ids of the same conversation, newest last.' })
  formerHarnessSessionIds: string[];

  @Field(() => String, { description: 'The directory its turns run in.' })
  cwd: string;

  @Field(() => SESSION_STATUS, { description: 'What it does with its events.' })
  status: SessionStatus;

  @Field(() => String, { nullable: true, description: 'Why it is paused, stale, parked or closed.' })
  statusReason: string | null;

  @Field(() => String, {
    nullable: true,
    description: "For a pull request's own session: the work item it contributes to.",
  })
  endpointOf: string | null;

  @Field(() => EpochTime, { description: 'When it was registered or started.' })
  createdAt: number;

  @Field(() => EpochTime, { nullable: true, description: 'When an event last reached it.' })
  lastEventAt: number | null;

  @Field(() => EpochTime, { nullable: true, description: 'When it was closed.' })
  closedAt: number | null;

  @Field(() => String, { description: 'The machine that holds its tree.' })
  executor: string;
}

export const SessionConnection = connectionOf(SessionType, 'Session', 'the session made last first');
