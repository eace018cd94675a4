import { Injectable } from '@nestjs/common';
import { classifyCursor } from './cursor-outcome.js';
import { readCursor } from './cursor-output.js';
import { promptArgument } from './cursor-prompt.js';
import { HarnessAdapter, type ProcessPlan, type TurnRequest } from './harness.adapter.js';
import type { HarnessFlags } from './harness-flags.js';

/** Cursor's CLI: it chooses the chat's id, and the prompt is an argument until its stdin has been measured. */
@Injectable()
export class CursorAdapter extends HarnessAdapter {
  readonly name = 'cursor';
  readonly choosesId = false;
  readonly environment = { prefixes: ['CURSOR_'], markers: ['CURSOR_AGENT', 'CURSOR_TRACE_ID'] };
  readonly flags: HarnessFlags = {
    protocol: [
      '-p',
      '--print',
      '--output-format',
      '--resume',
      '--continue',
      '--workspace',
      '-w',
      '--worktree',
      '-c',
      '--cloud',
      '-b',
      '--background',
      '-h',
      '--help',
      '-v',
      '--version',
      '--',
    ],
    widening: [
      { flag: '--trust' },
      { flag: '-f' },
      { flag: '--force' },
      { flag: '--yolo' },
      { flag: '--approve-mcps' },
      { flag: '--sandbox', values: /^disabled$/ },
    ],
  };
  /** As several projects have found it (entireio/cli#1063, tiann/hapi#1037); Cursor removes old ones. */
  override readonly memory = { folder: '.cursor/chats', movedBy: ['CURSOR_CONFIG_DIR', 'CURSOR_DATA_DIR'] };
  readonly read = readCursor;
  readonly classify = classifyCursor;

  plan(turn: TurnRequest, promptFile: string): ProcessPlan {
    this.refuse(this.argumentProblem(turn.extraArgs));
    const output = ['-p', '--output-format', turn.outputFormat];
    return {
      // The prompt stands before the user's arguments: a flag with an optional value cannot swallow it there.
      args: [...output, ...this.conversation(turn), promptArgument(turn.prompt, promptFile), ...turn.extraArgs],
      stdin: 'nothing',
    };
  }

  idProblem(harnessSessionId: string): string | undefined {
    if (/^[A-Za-z0-9][\w.-]*$/.test(harnessSessionId)) return undefined;
    return `Cannot use "${harnessSessionId}": it is no chat id of Cursor (cursor-agent prints it as session_id; "cursor-agent create-chat" makes one)`;
  }

  resumeArguments(harnessSessionId: string): readonly string[] {
    return ['--resume', harnessSessionId];
  }

  /** An empty id would open a picker. */
  private conversation(turn: TurnRequest): string[] {
    if (turn.kind === 'spawn') return [];
    const id = turn.harnessSessionId ?? '';
    this.refuse(this.idProblem(id));
    return ['--resume', id];
  }
}
