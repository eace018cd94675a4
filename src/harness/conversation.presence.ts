import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BriefCache } from './brief.cache.js';
import { askCommand } from './command.runner.js';
import type { LiveConversation, PresenceProbe } from './presence-probe.js';
import { ProcessTable } from './process.table.js';

type Environment = Readonly<Record<string, string>>;

/** Claude needs one to two seconds for the answer. */
const TIMEOUT_MS = 10_000;
const KEEP_MS = 3_000;

/**
 * Finds out who has a conversation open besides us. Two processes on one conversation both report success, and the
 * turn of one is missing from all later context.
 */
@Injectable()
export class ConversationPresence {
  private readonly answers = new BriefCache<readonly LiveConversation[] | undefined>(KEEP_MS);

  constructor(private readonly table: ProcessTable) {}

  /** The process that holds the conversation and is none of our turns; undefined for nobody, and where nobody can tell. */
  async holder(
    probe: PresenceProbe,
    binary: string,
    environment: Environment,
    harnessSessionId: string,
  ): Promise<LiveConversation | undefined> {
    if (!hasTraces(probe, environment)) return undefined;
    const key = `${binary}\n${environment.HOME}\n${environment[probe.traces.variable] ?? ''}`;
    const ask = () => question(probe, binary, environment);
    if ((await this.foreign(await this.answers.get(key, ask), harnessSessionId)) === undefined) return undefined;
    // The remembered answer may show a terminal that has been closed since, or our own last turn.
    return this.foreign(await this.answers.ask(key, ask), harnessSessionId);
  }

  private async foreign(answer: readonly LiveConversation[] | undefined, id: string) {
    for (const live of answer ?? []) {
      if (live.harnessSessionId === id && !(await this.table.carriesRun(live.pid))) return live;
    }
    return undefined;
  }
}

async function question(probe: PresenceProbe, binary: string, environment: Environment) {
  const where = existsSync(environment.HOME ?? '') ? environment.HOME : '/';
  const answer = await askCommand(binary, probe.args, { cwd: where, env: environment, timeoutMs: TIMEOUT_MS });
  return answer?.code === 0 ? probe.read(answer.stdout) : undefined;
}

/** False only when the harness keeps its traces where we look and there are none, or it has never run here. */
function hasTraces({ traces }: PresenceProbe, environment: Environment): boolean {
  const root = environment[traces.variable] ?? join(environment.HOME ?? '/', traces.home);
  if (!existsSync(root)) return false;
  const folder = join(root, traces.folder);
  return !existsSync(folder) || readdirSync(folder).length > 0;
}
