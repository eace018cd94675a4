/** The settings a decision depends on, as trusted values. */
export interface RoutingPolicy {
  readonly enabled: boolean;
  readonly events: readonly string[];
  /** null: no allow-list. An empty list means nobody. */
  readonly authorizedUsers: readonly string[] | null;
  readonly selfLogins: readonly string[];
  readonly selfMarker: string;
  readonly ignoreBots: boolean;
  readonly defaultHarness: string;
  readonly spawnOnUnmatched: 'never' | 'always' | 'labeled';
  readonly autoExecuteLabel: string;
  readonly sessionPerPr: 'never' | 'cross-repository';
  /** null: there is no place for checkouts of our own. */
  readonly workspaceRoot: string | null;
  readonly allowForks: boolean;
  readonly ci: 'failures' | 'completed' | 'all';
  /** Per event the actions that wake nobody; null is the built-in list, {} none. */
  readonly quietActions: Readonly<Record<string, readonly string[]>> | null;
}
