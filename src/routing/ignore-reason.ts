/** Every no has a name and a sentence. The words are stable: they are stored, queried and documented. */
export const IGNORE_REASONS = {
  ping: 'GitHub checks that the hook works; there is nothing to route',
  'routing-off': 'Routing is switched off (routing.enabled); deliveries are stored and wake nobody',
  'event-disabled': 'The event is not in webhooks.ghWebhook.events',
  'duplicate-delivery': 'A dispatch of this delivery id waits, runs or has succeeded',
  'duplicate-content': 'Another delivery of the same event with the same content was processed',
  'no-work-item': 'The payload names no issue or pull request that could be looked up',
  'self-authored': 'The agent itself did this: its marker is in the text, or the sender is one of routing.selfLogins',
  'bot-sender': 'The sender is a bot and routing.ignoreBots is on',
  'unauthorized-actor': 'The sender or the author may not trigger a session',
  'ci-not-failed': 'The check has not failed, and routing.ci lets only failures through',
  'ci-not-completed': 'The check has not ended, and routing.ci lets only completed ones through',
  'suite-already-reported': 'This failing suite has woken its session already',
  'quiet-action': 'The action says nothing to an agent (routing.quietActions)',
  'close-unmatched': 'The item ended, and no session is closed by that',
  'kept-open': 'A pull request ended, and its session stays open for another one of the same item',
  'session-closing': 'The session of this item is being closed; until that is done, only a reopening is taken',
  'policy-never': 'No session works on this item, and routing.spawnOnUnmatched is never',
  'item-closed': 'The item is closed, deleted or transferred, and nothing starts on such items',
  'label-missing': 'No session works on this item, and routing.autoExecuteLabel is neither on it nor being added',
  'label-removed': 'Taking a label away starts nothing',
  'weak-evidence': 'Only a branch name names this item, and no delivery has shown that it exists',
  'older-than-close': 'The event is older than the close of the session this item had',
  'no-directory': 'A session would be started, but routing.spawnWorkdir names no directory for the repository',
} as const satisfies Record<string, string>;

export type IgnoreReason = keyof typeof IGNORE_REASONS;
