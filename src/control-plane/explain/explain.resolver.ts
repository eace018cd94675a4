import { Args, Query } from '@nestjs/graphql';
import { ControlResolver } from '../control-resolver.decorator.js';
import { EventExplainer } from './event.explainer.js';
import { ExplanationType } from './explain.type.js';

@ControlResolver()
export class ExplainResolver {
  constructor(private readonly explainer: EventExplainer) {}

  @Query(() => ExplanationType, {
    description:
      'What would become of an event if it arrived now for the first time; nothing is stored and nobody is woken.',
  })
  explain(
    @Args('event', { type: () => String, description: "GitHub's name of the event, for example `issue_comment`." })
    event: string,
    @Args('payload', { type: () => String, description: "The event's payload as JSON text." }) payload: string,
    @Args('empty', {
      type: () => Boolean,
      defaultValue: false,
      description: 'Leave out everything stored: decide as if no session and no earlier delivery existed.',
    })
    empty: boolean,
  ): Promise<ExplanationType> {
    return this.explainer.explain(event, payload, empty);
  }
}
