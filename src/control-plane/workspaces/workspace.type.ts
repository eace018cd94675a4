import { Field, Float, ID, ObjectType } from '@nestjs/graphql';
import type { WorkspaceView } from '../../workspace/workspace.listing.js';
import type { Release } from '../../workspace/workspace-request.js';
import { EpochTime } from '../epoch-time.scalar.js';

@ObjectType('Workspace', { description: 'One thing below the root of the checkouts.' })
export class WorkspaceType implements WorkspaceView {
  @Field(() => String, {
    description:
      '`checkout` of a session, `shared-clone` of a repository, or `unknown`: nobody has it on record, so it is left alone.',
  })
  kind: WorkspaceView['kind'];

  @Field(() => String, { description: 'Where it is.' })
  path: string;

  @Field(() => Float, { description: 'How large it is.' })
  sizeBytes: number;

  @Field(() => ID, { nullable: true, description: 'The session it belongs to.' })
  sessionId: string | null;

  @Field(() => String, { nullable: true, description: 'What that session is now.' })
  sessionStatus: string | null;

  @Field(() => String, { nullable: true, description: 'The work item, as `github:owner/repo#number`.' })
  workItem: string | null;

  @Field(() => String, { nullable: true, description: 'The branch it was made for.' })
  branch: string | null;

  @Field(() => String, { nullable: true, description: 'How far it is: `preparing`, `ready`, `failed`.' })
  state: WorkspaceView['state'];

  @Field(() => String, {
    nullable: true,
    description: 'The stable word for why it stays although its session is closed.',
  })
  reason: string | null;

  @Field(() => String, { nullable: true, description: 'The same in a sentence.' })
  detail: string | null;

  @Field(() => EpochTime, { nullable: true, description: 'When it was made.' })
  createdAt: number | null;
}

@ObjectType('WorkspaceRelease', { description: 'What became of a checkout that was to go.' })
export class WorkspaceReleaseType {
  @Field(() => ID, { description: 'The session it belongs to.' })
  sessionId: string;

  @Field(() => String, { nullable: true, description: 'Where it is or was.' })
  path: string | null;

  @Field(() => String, {
    description: '`removed`; `gone`: somebody has removed it already; `stays`; `none`: the session has no checkout.',
  })
  tree: Release['tree'];

  @Field(() => [String], { description: 'Local branches that went with it.' })
  branches: string[];

  @Field(() => String, { nullable: true, description: 'The stable word for why it stays.' })
  reason: string | null;

  @Field(() => String, { nullable: true, description: 'The same in a sentence.' })
  detail: string | null;
}

@ObjectType('WorkspacePruning', { description: 'What was tidied up.' })
export class WorkspacePruningType {
  @Field(() => [WorkspaceReleaseType], { description: 'Checkouts of closed sessions, gone or not.' })
  releases: WorkspaceReleaseType[];

  @Field(() => [String], { description: 'Shared clones that nobody used any more.' })
  clones: string[];
}

/** The piece of a release that a client reads. */
export function releaseView(sessionId: string, path: string | null, release: Release): WorkspaceReleaseType {
  const { tree, branches, stays } = release;
  return {
    sessionId,
    path,
    tree,
    branches: [...branches],
    reason: stays?.reason ?? null,
    detail: stays?.detail ?? null,
  };
}
