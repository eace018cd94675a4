/** The harnesses that can be named in the configuration. */
export const HARNESS_NAMES = ['claude', 'cursor', 'codex'] as const;

export type HarnessName = (typeof HARNESS_NAMES)[number];
