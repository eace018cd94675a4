import { CiExtractor } from '../../src/routing/extractors/ci.extractor.js';
import { IssuesExtractor } from '../../src/routing/extractors/issues.extractor.js';
import { PullRequestsExtractor } from '../../src/routing/extractors/pull-requests.extractor.js';
import { PushExtractor } from '../../src/routing/extractors/push.extractor.js';
import type { RoutingPolicy } from '../../src/routing/routing-policy.js';
import { RoutingService } from '../../src/routing/routing.service.js';
import type { RoutingSnapshot } from '../../src/routing/routing-snapshot.js';
import type { SessionView } from '../../src/sessions/session-view.js';
import { parseWorkItemRef } from '../../src/sessions/work-item-ref.js';

/** Routing as the product wires it, without the container. */
export function routingService(): RoutingService {
  return new RoutingService([
    new IssuesExtractor(),
    new PullRequestsExtractor(),
    new CiExtractor(),
    new PushExtractor(),
  ]);
}

/** A policy in which nothing is filtered, as the case files assume it. */
export const OPEN_POLICY: RoutingPolicy = {
  enabled: true,
  events: [
    'issues',
    'issue_comment',
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
    'workflow_run',
    'check_run',
    'check_suite',
    'status',
  ],
  authorizedUsers: null,
  selfLogins: [],
  selfMarker: '<!-- the-loop:agent-comment -->',
  ignoreBots: false,
  defaultHarness: 'claude',
  spawnOnUnmatched: 'never',
  autoExecuteLabel: 'the-loop: auto-execute',
  sessionPerPr: 'cross-repository',
  workspaceRoot: null,
  allowForks: false,
  ci: 'all',
  quietActions: {},
};

export const NOTHING_KNOWN: RoutingSnapshot = {
  processed: false,
  hadBy: new Set(),
  sameContentAs: null,
  sessions: [],
  heads: [],
  knownItems: new Set(),
  suite: null,
};

export interface SessionDraft extends Partial<Omit<SessionView, 'workItem' | 'endpointOf' | 'links'>> {
  readonly endpointOf?: string;
  readonly pullRequests?: readonly (string | { readonly ref: string; readonly open: boolean })[];
}

/** A session as a rule sees it: `session('octo-org/octo-repo#12', { status: 'closed' })`. */
export function session(workItem: string, draft: SessionDraft = {}): SessionView {
  const { endpointOf, pullRequests = [], ...given } = draft;
  return {
    id: `s-${workItem}`,
    repositoryId: null,
    harness: 'claude',
    status: 'active',
    createdAt: 0,
    closedAt: null,
    ...given,
    workItem: parseWorkItemRef(`github:${workItem}`),
    endpointOf: endpointOf === undefined ? null : parseWorkItemRef(`github:${endpointOf}`),
    links: pullRequests.map((each) => {
      const { ref, open } = typeof each === 'string' ? { ref: each, open: true } : each;
      return { ref: parseWorkItemRef(`github:${ref}`), open };
    }),
  };
}
