import { Injectable } from '@nestjs/common';
import { ConversationPresence } from './conversation.presence.js';
import { mayBeRemembered } from './conversation.memory.js';
import type { HarnessAdapter, TurnRequest } from './harness.adapter.js';
import { directoryProblem, findHarness } from './launch.check.js';
import { outcomeOf } from './outcome-of.js';
import type { TurnOutcome } from './turn-outcome.js';

export interface PreflightRequest {
  readonly adapter: HarnessAdapter;
  readonly turn: Pick<TurnRequest, 'kind' | 'harnessSessionId' | 'cwd' | 'binary'>;
  /** The environment the turn would get. */
  readonly environment: Readonly<Record<string, string>>;
  /** routing.onOpenElsewhere: anyway. */
  readonly ignoresOpenElsewhere?: boolean;
}

export type HeldReason = 'not-installed' | 'directory-gone' | 'open-elsewhere';

export type PreflightVerdict =
  | { readonly kind: 'ok' }
  /** The conversation is lost: a turn would end so, or worse. */
  | { readonly kind: 'gone'; readonly outcome: TurnOutcome }
  | {
      readonly kind: 'held';
      readonly reason: HeldReason;
      readonly detail: string;
      /** When it makes sense to look again, epoch milliseconds; null when somebody has to do something first. */
      readonly until: number | null;
    };

const LOOK_AGAIN_MS = 15_000;

/** Looks, before a turn, whether its program and its directory are there and nobody else has its conversation open. */
@Injectable()
export class HarnessPreflight {
  constructor(private readonly presence: ConversationPresence) {}

  async check(request: PreflightRequest): Promise<PreflightVerdict> {
    const { adapter, turn, environment } = request;
    const missing = directoryProblem(turn.cwd);
    if (missing !== undefined) return held('directory-gone', missing.detail);
    const binary = findHarness(adapter.name, turn.binary, environment.PATH);
    if (typeof binary !== 'string') return held('not-installed', binary.detail);
    return this.forgotten(request) ?? (await this.openElsewhere(request, binary)) ?? { kind: 'ok' };
  }

  private forgotten({ adapter, turn, environment }: PreflightRequest): PreflightVerdict | undefined {
    const { kind, harnessSessionId: id } = turn;
    if (adapter.memory === undefined || kind === 'spawn' || id === null) return undefined;
    if (mayBeRemembered(adapter.memory, environment, id)) return undefined;
    const detail = `${adapter.name} no longer has the conversation "${id}" and would answer in a blank one; register the item again, or set routing.onStale: respawn`;
    return { kind: 'gone', outcome: outcomeOf('session-gone', detail, { code: null, stderr: '' }) };
  }

  private async openElsewhere(request: PreflightRequest, binary: string): Promise<PreflightVerdict | undefined> {
    const { adapter, turn, environment } = request;
    if (request.ignoresOpenElsewhere === true || turn.kind === 'spawn' || turn.harnessSessionId === null)
      return undefined;
    if (adapter.presence === undefined) return undefined;
    const holder = await this.presence.holder(adapter.presence, binary, environment, turn.harnessSessionId);
    if (holder === undefined) return undefined;
    const where = holder.cwd === null ? '' : ` in "${holder.cwd}"`;
    return held(
      'open-elsewhere',
      `The conversation is open in another process (pid ${holder.pid}${where}); close it there, or set routing.onOpenElsewhere: anyway`,
      Date.now() + LOOK_AGAIN_MS,
    );
  }
}

const held = (reason: HeldReason, detail: string, until: number | null = null): PreflightVerdict => ({
  kind: 'held',
  reason,
  detail,
  until,
});
