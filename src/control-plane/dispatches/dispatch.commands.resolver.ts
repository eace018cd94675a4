import { Args, ID, Mutation } from '@nestjs/graphql';
import { DispatchNotFoundError } from '../../dispatch/dispatch-errors.js';
import { DispatchService } from '../../dispatch/dispatch.service.js';
import { Asking, TurnsMay } from '../caller.decorator.js';
import { type Caller, mayReach } from '../caller.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { unlessInState } from '../unless-in-state.js';
import { DispatchReads } from './dispatch.reads.store.js';
import { DispatchType } from './dispatch.type.js';

const DISPATCH = { type: () => ID, description: 'The dispatch, by its id.' } as const;

@ControlResolver()
export class DispatchCommandsResolver {
  constructor(
    private readonly commands: DispatchService,
    private readonly dispatches: DispatchReads,
  ) {}

  @Mutation(() => DispatchType, {
    description:
      'Queues a failed or quarantined dispatch again, in its old place. Codes: dispatch-not-found, dispatch-state, session-state.',
  })
  async retryDispatch(@Args('id', DISPATCH) id: string) {
    return (await unlessInState(['queued'], () => this.commands.retry(id))) ?? this.dispatches.byId.load(id);
  }

  @TurnsMay()
  @Mutation(() => DispatchType, {
    description:
      'Takes a waiting dispatch out of its lane, or ends the turn of a running one. Codes: dispatch-not-found, dispatch-state.',
  })
  async cancelDispatch(@Asking() caller: Caller, @Args('id', DISPATCH) id: string) {
    const found = await this.dispatches.byId.load(id);
    if (found !== undefined && !mayReach(caller, found.sessionId)) throw new DispatchNotFoundError(id);
    return (await unlessInState(['cancelled'], () => this.commands.cancel(id))) ?? this.dispatches.byId.load(id);
  }
}
