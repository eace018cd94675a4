import { ActivityEntity } from './activity.entity.js';
import { DeliveryEntity } from './delivery.entity.js';
import { DispatchEntity } from './dispatch.entity.js';
import { PullRequestHeadEntity } from './pull-request-head.entity.js';
import { SessionEntity } from './session.entity.js';
import { SessionLinkEntity } from './session-link.entity.js';
import { TreeRecordEntity } from './tree-record.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

/** Classes, never glob strings: those break between src and dist. */
export const ENTITIES = [
  ActivityEntity,
  DeliveryEntity,
  DispatchEntity,
  PullRequestHeadEntity,
  SessionEntity,
  SessionLinkEntity,
  TreeRecordEntity,
  WorkspaceEntity,
];
