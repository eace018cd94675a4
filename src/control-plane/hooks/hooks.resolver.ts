import { Args, Mutation, Parent, ResolveField } from '@nestjs/graphql';
import { Asking, TurnsMay } from '../caller.decorator.js';
import { type Caller, mayReach } from '../caller.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { SessionReads } from '../sessions/session.reads.store.js';
import { SessionType } from '../sessions/session.type.js';
import { HookAnswerType } from './hook-answer.type.js';
import { HookReports } from './hook.reports.js';
import { ReportHookInput } from './report-hook.input.js';

@ControlResolver(() => HookAnswerType)
export class HooksResolver {
  constructor(
    private readonly reports: HookReports,
    private readonly sessions: SessionReads,
  ) {}

  @TurnsMay()
  @Mutation(() => HookAnswerType, {
    description:
      'Takes what a hook of a harness tells: registers a conversation that has begun, follows one that was cleared, links a ' +
      'pull request, hands over what waits while the conversation is open. Closes nothing. ' +
      'Codes: bad-input, invalid-work-item, unknown-harness, bad-session-id, directory-gone, session-state, pull-request-taken.',
  })
  reportHook(
    @Asking() caller: Caller,
    @Args('input', { type: () => ReportHookInput, description: 'What happened, and where.' }) input: ReportHookInput,
  ): Promise<HookAnswerType> {
    return this.reports.take(input, caller);
  }

  @ResolveField(() => SessionType, { nullable: true, description: 'The session itself.' })
  async session(@Asking() caller: Caller, @Parent() { sessionId }: HookAnswerType) {
    if (sessionId === null || !mayReach(caller, sessionId)) return null;
    return (await this.sessions.byId.load(sessionId)) ?? null;
  }
}
