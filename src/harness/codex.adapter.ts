import { Injectable } from '@nestjs/common';
import { forResume } from './codex-arguments.js';
import { classifyCodex } from './codex-outcome.js';
import { readCodex } from './codex-output.js';
import { HarnessAdapter, type ProcessPlan, type TurnRequest } from './harness.adapter.js';
import type { HarnessFlags } from './harness-flags.js';
import { isUuid } from './uuid.js';

/** Codex: the first line names the thread, the prompt is its stdin, a thread open elsewhere is refused by itself. */
@Injectable()
export class CodexAdapter extends HarnessAdapter {
  readonly name = 'codex';
  readonly choosesId = false;
  readonly environment = {
    prefixes: ['CODEX_', 'OPENAI_'],
    markers: [
      'CODEX_APPLY_PATCH_PRESERVE_LINE_ENDINGS',
      'CODEX_CI',
      'CODEX_MANAGED_BY_NPM',
      'CODEX_MANAGED_PACKAGE_ROOT',
      'CODEX_PERMISSION_PROFILE',
      'CODEX_SANDBOX',
      'CODEX_SANDBOX_NETWORK_DISABLED',
      'CODEX_SESSION_ID',
      'CODEX_THREAD_ID',
      'CODEX_TOOL_CALL_ID',
      'CODEX_VERSION',
    ],
  };
  readonly flags: HarnessFlags = {
    protocol: [
      '--json',
      '--experimental-json',
      '-C',
      '--cd',
      '--last',
      '--all',
      '--ephemeral',
      '-h',
      '--help',
      '-V',
      '--version',
      '--',
      '-',
    ],
    widening: [
      { flag: '-s', values: /^(?:workspace-write|danger-full-access)$/ },
      { flag: '--sandbox', values: /^(?:workspace-write|danger-full-access)$/ },
      { flag: '-c', values: /^(?:sandbox_mode|sandbox_workspace_write|approval_policy)\b/ },
      { flag: '--config', values: /^(?:sandbox_mode|sandbox_workspace_write|approval_policy)\b/ },
      { flag: '--full-auto' },
      { flag: '--yolo' },
      { flag: '--dangerously-bypass-approvals-and-sandbox' },
      { flag: '--dangerously-bypass-hook-trust' },
      { flag: '--skip-git-repo-check' },
      { flag: '--add-dir' },
    ],
  };
  readonly read = readCodex;
  readonly classify = classifyCodex;

  plan(turn: TurnRequest): ProcessPlan {
    this.refuse(this.argumentProblem(turn.extraArgs));
    // "-" stands before the user's arguments: -i takes every word that follows it.
    if (turn.kind === 'spawn') return { args: ['exec', '--json', '-', ...turn.extraArgs], stdin: 'prompt' };
    const id = turn.harnessSessionId ?? '';
    this.refuse(this.idProblem(id));
    return { args: ['exec', 'resume', '--json', id, '-', ...forResume(turn.extraArgs)], stdin: 'prompt' };
  }

  /** Anything but a UUID is taken for a title, and an unknown title silently starts a blank thread. */
  idProblem(harnessSessionId: string): string | undefined {
    if (isUuid(harnessSessionId)) return undefined;
    return `Cannot use "${harnessSessionId}": it is no thread id of Codex, which are UUIDs (codex prints it as thread_id)`;
  }

  resumeArguments(harnessSessionId: string): readonly string[] {
    return ['resume', harnessSessionId];
  }
}
