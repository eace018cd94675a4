/** What harnesses write to their hooks: recorded with Claude Code 2.1.332; Codex and Cursor as they document it. */
export interface Recorded {
  readonly session?: string;
  readonly cwd?: string;
}

const claude = ({ session = 'c0ffee00-0000-4000-8000-000000000001', cwd = '/tmp' }: Recorded, event: string) => ({
  session_id: session,
  transcript_path: `/home/mona/.claude/projects/-tmp/${session}.jsonl`,
  cwd,
  hook_event_name: event,
});

export const CLAUDE = {
  sessionStart: (of: Recorded & { source?: string } = {}) => ({
    ...claude(of, 'SessionStart'),
    source: of.source ?? 'startup',
    model: 'claude-stub',
  }),
  sessionEnd: (of: Recorded & { reason?: string } = {}) => ({
    ...claude(of, 'SessionEnd'),
    reason: of.reason ?? 'other',
  }),
  userPromptSubmit: (of: Recorded = {}) => ({
    ...claude(of, 'UserPromptSubmit'),
    prompt_id: 'p1',
    permission_mode: 'default',
    prompt: 'What is next?',
  }),
  stop: (of: Recorded & { again?: boolean } = {}) => ({
    ...claude(of, 'Stop'),
    permission_mode: 'default',
    stop_hook_active: of.again ?? false,
    last_assistant_message: 'Done.',
    background_tasks: [],
    session_crons: [],
  }),
  bash: (command: string, stdout: string, of: Recorded = {}) => ({
    ...claude(of, 'PostToolUse'),
    tool_name: 'Bash',
    tool_input: { command, description: 'Runs a command' },
    tool_use_id: 'toolu_1',
    tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
    duration_ms: 812,
  }),
};

export const CODEX = {
  sessionStart: ({ session = 'c0de0000-0000-4000-8000-000000000001', cwd = '/tmp' }: Recorded = {}) => ({
    session_id: session,
    transcript_path: null,
    cwd,
    hook_event_name: 'SessionStart',
    model: 'stub-model',
    permission_mode: 'default',
    source: 'startup',
  }),
  shell: (command: string, output: string, { session = 'c0de0000-0000-4000-8000-000000000001' }: Recorded = {}) => ({
    session_id: session,
    cwd: '/tmp',
    hook_event_name: 'PostToolUse',
    turn_id: 't1',
    tool_name: 'Bash',
    tool_input: { command: ['bash', '-lc', command] },
    tool_response: output,
  }),
};

const cursor = ({ session = 'chat-1', cwd = '/tmp' }: Recorded, event: string) => ({
  conversation_id: session,
  generation_id: 'g1',
  hook_event_name: event,
  cursor_version: '2026.09.10',
  workspace_roots: [cwd],
});

export const CURSOR = {
  sessionStart: (of: Recorded = {}) => ({ ...cursor(of, 'sessionStart'), session_id: of.session ?? 'chat-1' }),
  stop: (of: Recorded & { status?: string } = {}) => ({
    ...cursor(of, 'stop'),
    status: of.status ?? 'completed',
    loop_count: 0,
  }),
  shell: (command: string, output: string, of: Recorded = {}) => ({
    ...cursor(of, 'afterShellExecution'),
    command,
    output,
    duration: 300,
  }),
};
