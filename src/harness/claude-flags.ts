import type { HarnessFlags } from './harness-flags.js';

export const CLAUDE_FLAGS: HarnessFlags = {
  protocol: [
    '-p', '--print', '--output-format', '--input-format',
    '-r', '--resume', '-c', '--continue', '--session-id', '--fork-session', '--from-pr', '--no-session-persistence',
    // These answer from another process, machine or tree.
    '--bg', '--background', '-w', '--worktree', '--tmux', '--cloud', '--teleport', '--remote-control',
    '-h', '--help', '-v', '--version', '--',
  ], // prettier-ignore
  widening: [
    { flag: '--dangerously-skip-permissions' },
    { flag: '--allow-dangerously-skip-permissions' },
    { flag: '--permission-mode', values: /^(?:acceptEdits|auto|bypassPermissions)$/ },
    { flag: '--allowedTools' },
    { flag: '--allowed-tools' },
    { flag: '--add-dir' },
    { flag: '--settings' },
    { flag: '--mcp-config' },
    { flag: '--plugin-dir' },
  ],
};
