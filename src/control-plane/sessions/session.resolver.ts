import { Args, ID, Int, Parent, Query, ResolveField } from '@nestjs/graphql';
import { AppConfig } from '../../config/app-config.js';
import { harnessSettings } from '../../config/harness-settings.js';
import type { SessionEntity } from '../../database/entities/session.entity.js';
import { HarnessRegistry } from '../../harness/harness.registry.js';
import { Asking, TurnsMay } from '../caller.decorator.js';
import { type Caller, confinedTo, mayReach } from '../caller.js';
import { badInput } from '../control-error.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { DispatchReads } from '../dispatches/dispatch.reads.store.js';
import { DispatchType } from '../dispatches/dispatch.type.js';
import { connection } from '../page/connection.js';
import { PageArgs, PartArgs } from '../page/page.args.js';
import { PullRequestLinkType } from './pull-request-link.type.js';
import { resumeCommand } from './resume-command.js';
import { SessionCostType } from './session-cost.type.js';
import { SessionFilter } from './session.filter.js';
import { SessionReads } from './session.reads.store.js';
import { SessionConnection, SessionType } from './session.type.js';

@ControlResolver(() => SessionType)
export class SessionResolver {
  constructor(
    private readonly sessions: SessionReads,
    private readonly dispatches: DispatchReads,
    private readonly config: AppConfig,
    private readonly harnesses: HarnessRegistry,
  ) {}

  @TurnsMay()
  @Query(() => SessionConnection, { name: 'sessions', description: 'Sessions, the one made last first.' })
  async list(
    @Asking() caller: Caller,
    @Args() { first, after }: PageArgs,
    @Args('filter', {
      type: () => SessionFilter,
      nullable: true,
      description: 'Which sessions are wanted; all of them without.',
    })
    filter?: SessionFilter,
  ) {
    const rows = await this.sessions.page(filter ?? {}, confinedTo(caller), first, after);
    return connection(rows, first, (row) => this.sessions.cursorOf(row));
  }

  @TurnsMay()
  @Query(() => SessionType, {
    name: 'session',
    nullable: true,
    description: 'One session, by its id or by its work item; null when there is none.',
  })
  async one(
    @Asking() caller: Caller,
    @Args('id', { type: () => ID, nullable: true, description: "The session's own id." }) id?: string | null,
    @Args('workItem', {
      type: () => String,
      nullable: true,
      description:
        'Its work item or a pull request recorded for it, `github:owner/repo#number`; an open session comes before a closed one.',
    })
    workItem?: string | null,
  ): Promise<SessionEntity | null> {
    if (!id === !workItem) throw badInput(['session wants either "id" or "workItem"']);
    const found = id ? await this.sessions.byId.load(id) : await this.sessions.ofWorkItem(workItem!);
    return found !== undefined && mayReach(caller, found.id) ? found : null;
  }

  @ResolveField(() => [PullRequestLinkType], { description: 'Pull requests recorded as delivering the work item.' })
  async pullRequests(@Parent() session: SessionEntity) {
    return (await this.sessions.links.load(session.id)) ?? [];
  }

  @ResolveField(() => [String], {
    description: 'Work items of other open sessions in the same directory: their agents work in one tree.',
  })
  neighbours(@Asking() caller: Caller, @Parent() { id, cwd }: SessionEntity) {
    // To a turn, sessions other than its own do not exist.
    return confinedTo(caller) === undefined ? this.sessions.neighbours(id, cwd) : [];
  }

  @ResolveField(() => DispatchType, { nullable: true, description: 'The dispatch whose turn runs now.' })
  async running(@Parent() session: SessionEntity) {
    return (await this.dispatches.running.load(session.id)) ?? null;
  }

  @ResolveField(() => [DispatchType], { description: 'What waits in its lane, the next to run first.' })
  queue(@Parent() session: SessionEntity, @Args() { first }: PartArgs) {
    return this.dispatches.queue(session.id, first);
  }

  @ResolveField(() => Int, { description: 'How much waits in its lane.' })
  async queueLength(@Parent() session: SessionEntity) {
    return (await this.dispatches.waitingCount.load(session.id)) ?? 0;
  }

  @ResolveField(() => [DispatchType], {
    description: 'What it has done, the last first. `dispatches(filter: { sessionId })` pages through all of it.',
  })
  history(@Parent() session: SessionEntity, @Args() { first }: PartArgs) {
    return this.dispatches.history(session.id, first);
  }

  @ResolveField(() => SessionCostType, { description: 'What its turns have cost so far.' })
  async cost(@Parent() session: SessionEntity): Promise<SessionCostType> {
    return (await this.dispatches.cost.load(session.id)) ?? { turns: 0, usd: null };
  }

  @ResolveField(() => [ID], {
    description: 'The last deliveries handed to it, oldest first; routing.dedupCacheSize bounds how many.',
  })
  recentDeliveries(@Parent() session: SessionEntity) {
    return this.dispatches.recentDeliveries(session.id, this.config.webhooks.ghWebhook.routing.dedupCacheSize);
  }

  @ResolveField(() => String, {
    nullable: true,
    description: 'A line for a terminal that continues the conversation by hand; null until the harness has named it.',
  })
  resumeCommand(@Parent() { harness, harnessSessionId, cwd }: SessionEntity) {
    const adapter = this.harnesses.find(harness);
    if (harnessSessionId === null || adapter === undefined) return null;
    const binary = harnessSettings(this.config, harness)?.binary ?? harness;
    return resumeCommand(cwd, binary, adapter.resumeArguments(harnessSessionId));
  }
}
