import { Injectable } from '@nestjs/common';
import { readAgents } from './claude-agents.js';
import { CLAUDE_FLAGS } from './claude-flags.js';
import { claudeHookSettings } from './claude-hooks.js';
import { classifyClaude } from './claude-outcome.js';
import { readClaude } from './claude-output.js';
import { HarnessAdapter, type ProcessPlan, type TurnRequest } from './harness.adapter.js';
import { isUuid } from './uuid.js';

/** Claude Code: the id of a new conversation is ours, the prompt is its stdin, every line of its output is JSON. */
@Injectable()
export class ClaudeAdapter extends HarnessAdapter {
  readonly name = 'claude';
  readonly choosesId = true;
  readonly flags = CLAUDE_FLAGS;
  readonly environment = {
    prefixes: ['ANTHROPIC_', 'CLAUDE_'],
    markers: [
      'CLAUDECODE',
      'CLAUDE_CODE_CHILD_NOTES_DIR',
      'CLAUDE_CODE_CHILD_SESSION',
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_EXECPATH',
      'CLAUDE_CODE_MESSAGING_SOCKET',
      'CLAUDE_CODE_MESSAGING_TOKEN',
      'CLAUDE_CODE_SESSION_ATTENDED',
      'CLAUDE_CODE_SESSION_ID',
      'CLAUDE_CODE_SSE_PORT',
      'CLAUDE_EFFORT',
      'CLAUDE_ENV_FILE',
      'CLAUDE_PID',
      'CLAUDE_PROJECT_DIR',
    ],
  };
  override readonly presence = {
    args: ['agents', '--json'],
    traces: { variable: 'CLAUDE_CONFIG_DIR', home: '.claude', folder: 'sessions' },
    read: readAgents,
  };
  readonly read = readClaude;
  readonly classify = classifyClaude;

  plan(turn: TurnRequest): ProcessPlan {
    this.refuse(this.argumentProblem(turn.extraArgs));
    const id = turn.harnessSessionId ?? '';
    // A title given by --name can be resumed, too; the answer then carries the conversation's own id.
    const isTitle = turn.kind === 'resume' && /^\w[\w .:-]*$/.test(id);
    if (!isTitle) this.refuse(this.idProblem(id));
    const conversation = [turn.kind === 'spawn' ? '--session-id' : '--resume', id];
    const output = ['--output-format', turn.outputFormat, ...(turn.outputFormat === 'json' ? [] : ['--verbose'])];
    // The settings of a checkout are obeyed without a question in -p, hooks included.
    const settings = turn.foreignTree === true ? ['--setting-sources', 'user'] : [];
    return {
      args: ['-p', ...conversation, ...output, ...settings, ...inlineHooks(turn), ...turn.extraArgs],
      stdin: 'prompt',
    };
  }

  idProblem(harnessSessionId: string): string | undefined {
    if (isUuid(harnessSessionId)) return undefined;
    return `Cannot use "${harnessSessionId}": it is no session id of Claude Code, which are UUIDs (claude prints it as session_id)`;
  }

  resumeArguments(harnessSessionId: string): readonly string[] {
    return ['--resume', harnessSessionId];
  }
}

/** The flag counts once: settings of the user's own take its place. */
function inlineHooks({ hooks, extraArgs }: TurnRequest): string[] {
  const isTaken = extraArgs.some((argument) => argument === '--settings' || argument.startsWith('--settings='));
  return hooks == null || isTaken ? [] : ['--settings', claudeHookSettings(hooks)];
}
