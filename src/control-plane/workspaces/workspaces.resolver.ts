import { Args, ID, Mutation, Query } from '@nestjs/graphql';
import { SessionNotFoundError } from '../../sessions/session-errors.js';
import { WorkspaceService } from '../../workspace/workspace.service.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { SessionReads } from '../sessions/session.reads.store.js';
import { releaseView, WorkspacePruningType, WorkspaceReleaseType, WorkspaceType } from './workspace.type.js';

@ControlResolver()
export class WorkspacesResolver {
  constructor(
    private readonly workspaces: WorkspaceService,
    private readonly sessions: SessionReads,
  ) {}

  @Query(() => [WorkspaceType], {
    name: 'workspaces',
    description:
      'What lies below routing.workspace.root, on record or not, with its size. Takes a while where much lies there.',
  })
  list() {
    return this.workspaces.list();
  }

  @Mutation(() => WorkspaceReleaseType, {
    description:
      'Removes the checkout of a closed session when nothing is lost with it; says why it stays otherwise. Codes: session-not-found.',
  })
  async releaseWorkspace(
    @Args('session', {
      type: () => ID,
      description: 'The session, by its id or its work item `github:owner/repo#number`.',
    })
    wanted: string,
    @Args('discard', {
      type: () => Boolean,
      defaultValue: false,
      description: 'Whatever is in it may be lost: uncommitted changes, commits nobody else has.',
    })
    discard: boolean,
  ): Promise<WorkspaceReleaseType> {
    const session = (await this.sessions.byId.load(wanted)) ?? (await this.sessions.ofWorkItem(wanted));
    if (session === undefined) throw new SessionNotFoundError(wanted);
    const sessionId = session.id;
    const checkout = await this.workspaces.of(sessionId);
    // Whether a turn runs in it stands in its rows; the room looks there itself.
    const release = await this.workspaces.release({ sessionId, live: false, because: 'owner', discard });
    return releaseView(sessionId, checkout?.path ?? null, release);
  }

  @Mutation(() => WorkspacePruningType, {
    description:
      'Removes what closed sessions have left and nothing is lost with, what cut-off work has left, and clones nobody shares any more.',
  })
  async pruneWorkspaces(): Promise<WorkspacePruningType> {
    const { releases, clones } = await this.workspaces.prune(() => false);
    return {
      releases: releases.map(({ sessionId, path, ...release }) => releaseView(sessionId, path, release)),
      clones: [...clones],
    };
  }
}
