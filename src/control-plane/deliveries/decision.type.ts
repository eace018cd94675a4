import { Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { RoutingDecision } from '../../routing/routing-decision.js';
import type { DecisionStep, DecisionView, MentionView } from './decision-view.js';

const DECISION_KIND = {
  resume: 'resume',
  spawn: 'spawn',
  close: 'close',
  ignore: 'ignore',
} as const satisfies { [K in RoutingDecision['kind']]: K };

registerEnumType(DECISION_KIND, {
  name: 'DecisionKind',
  description: 'What an event leads to.',
  valuesMap: {
    resume: { description: 'It wakes a session.' },
    spawn: { description: 'It starts a session.' },
    close: { description: 'It ends a session.' },
    ignore: { description: 'It wakes nobody.' },
  },
});

@ObjectType('Mention', { description: 'A work item an event names, and where.' })
export class MentionType implements MentionView {
  @Field(() => String, { description: 'The work item, as `github:owner/repo#number`.' })
  workItem: string;

  @Field(() => String, {
    description: 'Why it counts: `subject`, `closing-keyword`, `head-branch`, `attached`, `head-sha`, `recorded-link`.',
  })
  evidence: string;

  @Field(() => String, { description: "The payload's field it was read from." })
  field: string;
}

@ObjectType('DecisionStep', { description: 'One thing a decision leads to.' })
export class DecisionStepType implements DecisionStep {
  @Field(() => DECISION_KIND, { description: 'What happens.' })
  kind: RoutingDecision['kind'];

  @Field(() => String, { description: 'The stable word for why.' })
  reason: string;

  @Field(() => ID, { nullable: true, description: 'The session that is woken or ended.' })
  sessionId: string | null;

  @Field(() => String, { nullable: true, description: 'The work item a session is started for.' })
  workItem: string | null;

  @Field(() => String, { nullable: true, description: 'The harness a session is started with.' })
  harness: string | null;

  @Field(() => String, {
    nullable: true,
    description: "For a pull request's own session: the work item it contributes to.",
  })
  endpointOf: string | null;

  @Field(() => String, { nullable: true, description: 'Why a pull request got no session of its own.' })
  declined: string | null;
}

@ObjectType('Decision', { description: 'How an event was decided, and what that rests on.' })
export class DecisionType implements DecisionView {
  @Field(() => String, { nullable: true, description: 'The rule that decided, in one sentence.' })
  because: string | null;

  @Field(() => [MentionType], { description: 'The work items the event names, in the order they count.' })
  mentions: MentionType[];

  @Field(() => [DecisionStepType], { description: 'What it leads to.' })
  steps: DecisionStepType[];
}
