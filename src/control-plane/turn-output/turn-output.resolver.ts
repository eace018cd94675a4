import { Args, ID, Int, Subscription } from '@nestjs/graphql';
import { Asking, TurnsMay } from '../caller.decorator.js';
import { type Caller, mayReach } from '../caller.js';
import { badInput, notFound } from '../control-error.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { DispatchReads } from '../dispatches/dispatch.reads.store.js';
import { TurnOutputType } from './turn-output.type.js';
import { type TurnLine, TurnWatch } from './turn.watch.js';

@ControlResolver()
export class TurnOutputResolver {
  constructor(
    private readonly dispatches: DispatchReads,
    private readonly watch: TurnWatch,
  ) {}

  @TurnsMay()
  @Subscription(() => TurnOutputType, {
    description:
      'What a turn says: from `after` on, live while it runs, to its end. A dispatch that still waits is waited for.',
    resolve: (line: TurnLine) => line,
  })
  async turnOutput(
    @Asking() caller: Caller,
    @Args('dispatchId', { type: () => ID, description: 'The dispatch whose present or last turn is wanted.' })
    dispatchId: string,
    @Args('after', {
      type: () => Int,
      nullable: true,
      defaultValue: 0,
      description: 'Go on behind this place in bytes; 0 is the beginning.',
    })
    after: number | null,
  ) {
    if ((after ?? 0) < 0) throw badInput(['"after" has to be a place in bytes, 0 or more']);
    const dispatch = await this.dispatches.byId.load(dispatchId);
    if (dispatch === undefined || !mayReach(caller, dispatch.sessionId)) throw notFound('dispatch', dispatchId);
    return this.watch.output(dispatchId, after ?? 0);
  }
}
