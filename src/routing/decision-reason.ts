/** Why a session is woken. The words are stable: they are stored, queried and documented. */
export const RESUME_REASONS = {
  matched: 'An open session works on an item the event names',
  binding: 'An open session has the pull request recorded as its own, whatever the description says today',
  endpoint: 'The pull request contributes from another repository and has a session of its own',
  reopened: 'The item was reopened: the session it had goes on',
  'pr-session-declined': 'The pull request could get no session of its own, so the session of its work item is told',
} as const satisfies Record<string, string>;

/** Why a session is started. */
export const SPAWN_REASONS = {
  label: 'No session works on the item, and routing.autoExecuteLabel is on it or being added',
  'policy-always': 'No session works on the item, and routing.spawnOnUnmatched is always',
  'cross-repo-endpoint':
    'A work item contributes to another repository: its pull request gets a session and a checkout',
} as const satisfies Record<string, string>;

/** Why a session is closed. */
export const CLOSE_REASONS = {
  'pr-merged': 'The pull request was merged',
  'pr-closed': 'The pull request was closed without being merged',
  'issue-closed': 'The issue was closed',
  'issue-deleted': 'The issue was deleted',
} as const satisfies Record<string, string>;

/** Why a pull request of another repository gets no session of its own. */
export const DECLINE_REASONS = {
  'mode-never': 'routing.sessionPerPr is never',
  'no-separate-checkout': 'routing.workspace.root is empty, so there is no checkout to give it',
  'fork-not-allowed': 'The head is in a fork, and routing.workspace.allowForks is off',
  'pull-request-closed': 'The pull request is closed, and nothing starts on closed items',
  'workspace-failed': 'The checkout could not be prepared',
  'shared-worktree': 'The checkout belongs to another session',
  'harness-unavailable': 'The harness cannot be started',
} as const satisfies Record<string, string>;

export type ResumeReason = keyof typeof RESUME_REASONS;
export type SpawnReason = keyof typeof SPAWN_REASONS;
export type CloseReason = keyof typeof CLOSE_REASONS;
export type DeclineReason = keyof typeof DECLINE_REASONS;
