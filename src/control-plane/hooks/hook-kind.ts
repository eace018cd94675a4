/** What a hook reports. */
export const HOOK_KIND = {
  sessionStarted: 'sessionStarted',
  sessionEnded: 'sessionEnded',
  sessionCleared: 'sessionCleared',
  turnFinished: 'turnFinished',
  promptSubmitted: 'promptSubmitted',
  pullRequestOpened: 'pullRequestOpened',
} as const;

export type HookKind = keyof typeof HOOK_KIND;
