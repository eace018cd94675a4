import type { AppConfig } from '../config/app-config.js';
import type { RoutingPolicy } from './routing-policy.js';

/** What a decision depends on, out of the whole configuration. */
export function policyFrom(config: AppConfig): RoutingPolicy {
  const { events, routing } = config.webhooks.ghWebhook;
  const { workspace } = routing;
  return {
    enabled: routing.enabled,
    events,
    authorizedUsers: routing.authorizedUsers,
    selfLogins: routing.selfLogins,
    selfMarker: routing.selfMarker,
    ignoreBots: routing.ignoreBots,
    defaultHarness: routing.defaultHarness,
    spawnOnUnmatched: routing.spawnOnUnmatched,
    autoExecuteLabel: routing.autoExecuteLabel,
    sessionPerPr: routing.sessionPerPr,
    workspaceRoot: workspace.root === '' ? null : workspace.root,
    allowForks: workspace.allowForks,
    ci: routing.ci,
    quietActions: routing.quietActions,
  };
}
