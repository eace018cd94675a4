import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { DispatchKind, DispatchState } from '../../database/entities/dispatch.entity.js';
import { EpochTime } from '../epoch-time.scalar.js';
import { connectionOf } from '../page/connection.type.js';

export const DISPATCH_STATE = {
  queued: 'queued',
  running: 'running',
  held: 'held',
  interrupted: 'interrupted',
  succeeded: 'succeeded',
  failed: 'failed',
  quarantined: 'quarantined',
  cancelled: 'cancelled',
} as const satisfies { [S in DispatchState]: S };

registerEnumType(DISPATCH_STATE, {
  name: 'DispatchState',
  description: 'Where a dispatch is on its way.',
  valuesMap: {
    queued: { description: 'It waits in the lane of its session.' },
    running: { description: 'Its turn runs.' },
    held: { description: 'It waits for the reason in `outcome`, until `heldUntil` where that is known.' },
    interrupted: { description: 'Its turn was cut with the server; it goes back to the head of its lane.' },
    succeeded: { description: 'Its turn ended well.' },
    failed: { description: 'Its turn ended badly; the lane went on. A retry queues it again.' },
    quarantined: { description: 'It was tried twice and is set aside until its owner retries it.' },
    cancelled: { description: 'It was taken out of its lane.' },
  },
});

export const DISPATCH_KIND = { resume: 'resume', spawn: 'spawn', close: 'close' } as const satisfies {
  [K in DispatchKind]: K;
};

registerEnumType(DISPATCH_KIND, {
  name: 'DispatchKind',
  description: 'What a dispatch does with its session.',
  valuesMap: {
    resume: { description: 'Wakes the conversation with an event.' },
    spawn: { description: 'Starts the conversation.' },
    close: { description: 'Ends the session after everything that came before.' },
  },
});

@ObjectType('UsageCount', { description: 'One figure of what a turn used, as its harness names it.' })
export class UsageCountType {
  @Field(() => String, { description: 'What was counted, for example `output_tokens`.' })
  name: string;

  @Field(() => Float, { description: 'How much of it.' })
  count: number;
}

@ObjectType('Dispatch', { description: "One durable unit of work in a session's queue." })
export class DispatchType {
  @Field(() => ID, { description: 'Its id; also the name of its run directory.' })
  id: string;

  @Field(() => Int, { description: 'Its place in the order of all dispatches.' })
  seq: number;

  @Field(() => ID, { description: 'The session it belongs to.' })
  sessionId: string;

  @Field(() => ID, { nullable: true, description: 'The delivery that caused it; null for work the owner asked for.' })
  deliveryId: string | null;

  @Field(() => DISPATCH_KIND, { description: 'What it does with its session.' })
  kind: DispatchKind;

  @Field(() => String, { description: 'Why it was queued: the reason of the decision.' })
  reason: string;

  @Field(() => DISPATCH_STATE, { description: 'Where it is on its way.' })
  state: DispatchState;

  @Field(() => String, {
    nullable: true,
    description: 'How its turn ended (`completed`, `timed-out`, …), or why it is held or cancelled.',
  })
  outcome: string | null;

  @Field(() => String, { nullable: true, description: 'One sentence for a person about the outcome, with what to do.' })
  detail: string | null;

  @Field(() => EpochTime, {
    nullable: true,
    description: 'When a held dispatch is due again; null while it waits for somebody.',
  })
  heldUntil: number | null;

  @Field(() => Int, { description: 'Turns that really ran for it.' })
  attempts: number;

  @Field(() => EpochTime, { description: 'When it was queued.' })
  createdAt: number;

  @Field(() => EpochTime, { nullable: true, description: 'When its last turn began.' })
  startedAt: number | null;

  @Field(() => EpochTime, { nullable: true, description: 'When it ended.' })
  endedAt: number | null;

  @Field(() => EpochTime, {
    nullable: true,
    description: 'When the running turn will be ended if it is not over by then.',
  })
  deadlineAt: number | null;

  @Field(() => Int, { nullable: true, description: 'Exit status of the harness.' })
  exitCode: number | null;

  @Field(() => String, { nullable: true, description: 'The last lines the harness wrote to standard error.' })
  stderrTail: string | null;

  @Field(() => String, { nullable: true, description: 'What the harness said at the end, cut.' })
  resultText: string | null;

  @Field(() => Int, { nullable: true, description: 'How many tool uses were denied for want of a permission.' })
  deniedPermissions: number | null;

  @Field(() => Float, { nullable: true, description: 'What the turn cost in US dollars, where the harness tells.' })
  costUsd: number | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The dispatch whose turn delivered this event too, when events were batched.',
  })
  batchedWith: string | null;

  @Field(() => String, { description: 'The machine that runs it.' })
  executor: string;
}

export const DispatchConnection = connectionOf(DispatchType, 'Dispatch', 'the dispatch queued last first');
