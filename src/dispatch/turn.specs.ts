import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { type HarnessSettings, harnessSettings } from '../config/harness-settings.js';
import { hookWords } from '../config/hook.program.js';
import type { HookProgram } from '../config/hook-command.js';
import { StatePaths } from '../config/state-paths.js';
import { Transactions } from '../database/database.transactions.js';
import { childEnvironment } from '../harness/child-environment.js';
import type { EndIntent } from '../harness/end-intent.js';
import type { HarnessAdapter, TurnRequest } from '../harness/harness.adapter.js';
import type { PreflightRequest } from '../harness/harness.preflight.js';
import { HarnessRegistry } from '../harness/harness.registry.js';
import type { TurnSpec } from '../harness/turn-spec.js';
import { attemptDirectory } from './attempt-directory.js';
import { ControlUrl } from './control.url.js';
import type { Work } from './dispatch.claims.js';

/** Ends a harness that writes without end; far above anything a real turn says. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Everything the harness room needs to run, or to adopt, the turn of a row. */
@Injectable()
export class TurnSpecs {
  constructor(
    private readonly transactions: Transactions,
    private readonly harnesses: HarnessRegistry,
    private readonly controlUrl: ControlUrl,
    private readonly config: AppConfig,
    private readonly paths: StatePaths,
  ) {}

  /** Without its prompt. */
  async of(work: Work): Promise<TurnSpec> {
    const { row } = work;
    const adapter = this.harnesses.get(work.session.harness);
    return {
      adapter,
      turn: await this.request(work, adapter),
      attemptId: row.attemptId!,
      directory: attemptDirectory(this.paths.runs, row)!,
      environment: this.environment(work, adapter),
      // A clock that was set back since gives no turn more than its whole time.
      deadlineAt: Math.min(row.deadlineAt!, Date.now() + this.routing.dispatchTimeoutSeconds * 1_000),
      silenceSeconds: this.routing.silenceTimeoutSeconds,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      endIntent: row.endIntent as EndIntent | null,
    };
  }

  preflight({ adapter, turn, environment }: TurnSpec): PreflightRequest {
    const ignoresOpenElsewhere = this.routing.onOpenElsewhere === 'anyway';
    return { adapter, turn, environment, ignoresOpenElsewhere };
  }

  /** The conversation begins with this turn. Where its id is ours to choose, it is the id of the attempt. */
  isNew({ row, session }: Work): boolean {
    return session.harnessSessionId === null || session.harnessSessionId === row.attemptId;
  }

  private async request(work: Work, adapter: HarnessAdapter): Promise<TurnRequest> {
    const { row, session } = work;
    const isNew = this.isNew(work);
    const chosen = adapter.choosesId ? row.attemptId : null;
    const { binary, outputFormat, extraArgs } = this.settings(session.harness);
    return {
      kind: isNew ? 'spawn' : 'resume',
      harnessSessionId: isNew ? chosen : session.harnessSessionId,
      cwd: session.cwd,
      prompt: '',
      binary,
      extraArgs,
      outputFormat,
      totalsBefore: isNew ? null : await this.totalsOf(session.id),
      hooks: this.hooks,
    };
  }

  private environment({ row, session, token }: Work, adapter: HarnessAdapter): Record<string, string> {
    const { secretEnv } = this.config.webhooks.ghWebhook;
    const names = this.settings(session.harness).environment;
    const rules = { harness: adapter.environment, names, secrets: [secretEnv] };
    const { attemptId, id: dispatchId, deliveryId } = row;
    const controlUrl = this.controlUrl.value;
    const { workItem } = session;
    const variables = { attemptId: attemptId!, dispatchId, workItem, deliveryId, token, controlUrl };
    return childEnvironment(process.env, rules, variables);
  }

  private async totalsOf(sessionId: string): Promise<Record<string, number> | null> {
    const [last] = await this.transactions.run((tx) => tx.select<{ totals: string }>(LAST_TOTALS, sessionId));
    return last === undefined ? null : (JSON.parse(last.totals) as Record<string, number>);
  }

  private get hooks(): HookProgram | null {
    const words = hookWords();
    return words === undefined ? null : { words, state: this.paths.root };
  }

  private settings(harness: string): HarnessSettings {
    return harnessSettings(this.config, harness)!;
  }

  private get routing() {
    return this.config.webhooks.ghWebhook.routing;
  }
}

const LAST_TOTALS = `
  SELECT totals FROM dispatch WHERE sessionId = ? AND totals IS NOT NULL ORDER BY endedAt DESC, seq DESC LIMIT 1`;
