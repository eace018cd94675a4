import { Args, ID, Mutation } from '@nestjs/graphql';
import { DispatchService } from '../../dispatch/dispatch.service.js';
import { SessionNotFoundError } from '../../sessions/session-errors.js';
import { Asking, TurnsMay } from '../caller.decorator.js';
import { type Caller, mayReach } from '../caller.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { unlessInState } from '../unless-in-state.js';
import { PullRequestLinker } from './pull-request.linker.js';
import { RegisterSessionInput } from './register-session.input.js';
import { SessionReads } from './session.reads.store.js';
import { SessionType } from './session.type.js';

const SESSION = {
  type: () => ID,
  description: 'The session, by its id or its work item `github:owner/repo#number`.',
} as const;

@ControlResolver()
export class SessionCommandsResolver {
  constructor(
    private readonly commands: DispatchService,
    private readonly linker: PullRequestLinker,
    private readonly sessions: SessionReads,
  ) {}

  @Mutation(() => SessionType, {
    description:
      'Ties a work item to a conversation that exists already. ' +
      'Codes: invalid-work-item, session-already-active, not-installed, directory-gone, directory-taken, unknown-harness, bad-session-id.',
  })
  registerSession(
    @Args('input', { type: () => RegisterSessionInput, description: 'The work item and the conversation.' })
    input: RegisterSessionInput,
  ) {
    return this.commands.registerSession(input);
  }

  @TurnsMay()
  @Mutation(() => SessionType, {
    description:
      'Closes a session at once: what waits is cancelled, a running turn is ended. Asked by a turn, the close follows ' +
      'behind what runs and waits. The record is kept. Codes: session-not-found.',
  })
  async closeSession(@Asking() caller: Caller, @Args('session', SESSION) session: string) {
    const id = await this.reached(caller, session);
    // Closed at once, a turn that closes its own session would end itself before it had its answer.
    const close = () => (caller.kind === 'turn' ? this.commands.closeInLane(id) : this.commands.closeSession(id));
    return (await unlessInState(['closed'], close)) ?? this.sessions.byId.load(id);
  }

  @TurnsMay()
  @Mutation(() => SessionType, {
    description:
      'Lets the events of a session wait; a turn that runs is not touched. Codes: session-not-found, session-state.',
  })
  async pauseSession(@Asking() caller: Caller, @Args('session', SESSION) session: string) {
    const id = await this.reached(caller, session);
    return (await unlessInState(['paused'], () => this.commands.pause(id))) ?? this.sessions.byId.load(id);
  }

  @Mutation(() => SessionType, {
    description: 'Lets the events of a paused session go on, in their order. Codes: session-not-found, session-state.',
  })
  async resumeSession(@Asking() caller: Caller, @Args('session', SESSION) session: string) {
    const id = await this.reached(caller, session);
    return (await unlessInState(['starting', 'active'], () => this.commands.resume(id))) ?? this.sessions.byId.load(id);
  }

  @Mutation(() => SessionType, {
    description:
      'Lets a parked or stale session go on, with everything of it that was held or quarantined; its budgets begin anew. ' +
      'Codes: session-not-found, session-state.',
  })
  async releaseSession(@Asking() caller: Caller, @Args('session', SESSION) session: string) {
    return this.commands.release(await this.reached(caller, session));
  }

  @TurnsMay()
  @Mutation(() => SessionType, {
    description:
      "Records a pull request as delivering a session's work item: its events reach the session from then on. " +
      'Codes: session-not-found, session-state, invalid-work-item, pull-request-taken.',
  })
  async linkPullRequest(
    @Asking() caller: Caller,
    @Args('session', SESSION) session: string,
    @Args('pullRequest', { type: () => String, description: 'The pull request, as `github:owner/repo#number`.' })
    pullRequest: string,
  ) {
    const id = await this.reached(caller, session);
    await this.linker.link(id, pullRequest, caller.kind === 'owner' ? 'owner' : 'hook');
    return this.sessions.byId.load(id);
  }

  /** To a turn, sessions other than its own do not exist. */
  private async reached(caller: Caller, wanted: string): Promise<string> {
    const found = (await this.sessions.byId.load(wanted)) ?? (await this.sessions.ofWorkItem(wanted));
    if (found === undefined || !mayReach(caller, found.id)) throw new SessionNotFoundError(wanted);
    return found.id;
  }
}
