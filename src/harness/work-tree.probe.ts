import { Injectable } from '@nestjs/common';
import { BriefCache } from './brief.cache.js';
import { askCommand } from './command.runner.js';
import type { WorkTree } from './work-tree.js';

const KEEP_MS = 3_000;
const TIMEOUT_MS = 10_000;
/** Settings of a checkout must not make our own git commands run its programs. */
const GIT = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/** Which git work tree a directory is, as git sees it now. */
@Injectable()
export class WorkTreeProbe {
  private readonly trees = new BriefCache<WorkTree | null>(KEEP_MS);

  /** Null for a directory outside of git, and where git cannot tell. */
  at(directory: string): Promise<WorkTree | null> {
    return this.trees.get(directory, () => this.look(directory));
  }

  private async look(directory: string): Promise<WorkTree | null> {
    const topLevel = await git(directory, ['rev-parse', '--show-toplevel']);
    if (topLevel === undefined) return null;
    const remotes = (await git(directory, ['config', '--get-regexp', '^remote\\..*\\.url$'])) ?? '';
    return {
      topLevel: topLevel.trim(),
      remotes: remotes.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(line.indexOf(' ') + 1)])),
    };
  }
}

async function git(cwd: string, args: readonly string[]): Promise<string | undefined> {
  const { GIT_DIR: _directory, GIT_WORK_TREE: _tree, ...rest } = process.env;
  const env = { ...(rest as Record<string, string>), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
  const answer = await askCommand('git', [...GIT, ...args], { cwd, env, timeoutMs: TIMEOUT_MS });
  return answer?.code === 0 ? answer.stdout : undefined;
}
