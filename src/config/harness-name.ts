/** Every harness that can be named in the configuration; a new one is one line here. Its adapter has the same name. */
export const HARNESSES = {
  claude: { title: 'Claude Code', program: 'claude' },
  cursor: { title: 'Cursor', program: 'cursor-agent' },
  codex: { title: 'Codex', program: 'codex' },
} as const;

export type HarnessName = keyof typeof HARNESSES;

export const HARNESS_NAMES = Object.keys(HARNESSES) as readonly HarnessName[];
