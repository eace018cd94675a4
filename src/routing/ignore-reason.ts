/** Every no has a name and a sentence. The words are stable: they are stored, queried and documented. */
export const IGNORE_REASONS = {
  ping: 'GitHub checks that the hook works; there is nothing to route',
  'routing-off': 'Routing is switched off (routing.enabled); deliveries are stored and wake nobody',
  'event-disabled': 'The event is not in webhooks.ghWebhook.events',
  'duplicate-delivery': 'A dispatch of this delivery id waits, runs or has succeeded',
  'duplicate-content': 'Another delivery with the same content was processed',
  'no-work-item': 'The payload names no issue or pull request that could be looked up',
  'self-authored': 'The agent itself did this: its marker is in the text, or the sender is one of routing.selfLogins',
  'bot-sender': 'The sender is a bot and routing.ignoreBots is on',
  'unauthorized-actor': 'The sender or the author may not trigger a session',
  'quiet-action': 'The action says nothing to an agent (routing.quietActions)',
  'ci-not-failed': 'The check has not failed, and routing.ci lets only failures through',
  'suite-already-reported': 'This failing suite has woken its session already',
  'close-unmatched': 'The item was closed and no session works on it',
  'item-closed': 'The item is closed, and nothing starts on closed items',
  'session-closing': 'The session of this item is being closed',
  'older-than-close': 'The event is older than the close of its session',
  'policy-never': 'No session works on this item, and routing.spawnOnUnmatched is never',
  'label-missing': 'No session works on this item, and it does not carry routing.autoExecuteLabel',
  'label-removed': 'Removing a label starts nothing',
  'weak-evidence': 'Only a branch name names this item, and no delivery has shown that it exists',
} as const satisfies Record<string, string>;

export type IgnoreReason = keyof typeof IGNORE_REASONS;
