import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AppConfig } from '../config/app-config.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStore } from '../sessions/session.store.js';
import { DispatchAdmission, type Refusal } from './dispatch.admission.js';
import { DispatchQueue } from './dispatch.queue.js';
import type { PromptNotes } from './prompt/prompt-input.js';
import { RunningTurns } from './running.turns.js';
import { type IssuedToken, type TurnIdentity, TurnTokens } from './turn.tokens.js';

/** A row that is ours to run. */
export interface Work {
  readonly row: DispatchEntity;
  readonly session: SessionEntity;
  /** What the turn may speak to the control plane with; null for a turn adopted from an earlier start, which has it. */
  readonly token: string | null;
  /** What the conversation may know of these events from before. */
  readonly notes: PromptNotes;
}

export type Claim =
  | Refusal
  | { readonly kind: 'taken'; readonly work: Work }
  /** The turn of an earlier start, which nobody looks after. */
  | { readonly kind: 'orphan'; readonly work: Work; readonly tokenHash: string | null };

/** Takes the row that comes next for a session, or finds out why none may run. */
@Injectable()
export class DispatchClaims {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: DispatchQueue,
    private readonly sessions: SessionStore,
    private readonly admission: DispatchAdmission,
    private readonly tokens: TurnTokens,
    private readonly running: RunningTurns,
    private readonly config: AppConfig,
  ) {}

  async next(sessionId: string): Promise<Claim> {
    const issued = this.tokens.issue();
    const claim = await this.transactions.run((tx) => this.orphan(tx, sessionId) ?? this.take(tx, sessionId, issued));
    if (claim.kind === 'taken') this.tokens.admit(issued.hash, identity(claim.work));
    if (claim.kind === 'orphan' && claim.tokenHash !== null) this.tokens.admit(claim.tokenHash, identity(claim.work));
    return claim;
  }

  /** The turn is over, or nobody looks after it any longer: its token speaks for nobody. */
  end({ row }: Work): void {
    this.tokens.end(row.id);
  }

  private orphan(tx: Tx, sessionId: string): Claim | undefined {
    const row = tx.one(DispatchEntity, { sessionId, state: 'running', batchedWith: null });
    if (row === undefined || this.running.isRunning(row.id)) return undefined;
    const session = this.sessions.get(tx, sessionId);
    if (session === undefined) return undefined;
    const [secret] = tx.select<{ tokenHash: string | null }>('SELECT tokenHash FROM dispatch WHERE id = ?', row.id);
    return { kind: 'orphan', work: { row, session, token: null, notes: {} }, tokenHash: secret?.tokenHash ?? null };
  }

  private take(tx: Tx, sessionId: string, issued: IssuedToken): Claim {
    const head = this.queue.head(tx, sessionId);
    const session = this.sessions.get(tx, sessionId);
    if (head === undefined || session === undefined) return { kind: 'nothing' };
    const admission = this.admission.check(tx, head, session);
    if (admission.kind !== 'admitted') return admission;

    const { dispatchTimeoutSeconds } = this.config.webhooks.ghWebhook.routing;
    const row = this.queue.claim(tx, head.id, {
      attemptId: randomUUID(),
      deadlineAt: tx.now + dispatchTimeoutSeconds * 1000,
      budgetKey: admission.budgetKey,
      tokenHash: head.kind === 'close' ? null : issued.hash,
    });
    return row === undefined
      ? { kind: 'nothing' }
      : { kind: 'taken', work: { row, session, token: issued.token, notes: notesOf(head) } };
  }
}

function identity({ row }: Work): TurnIdentity {
  return { sessionId: row.sessionId, dispatchId: row.id };
}

/** A row that has begun before and waits again was cut, or failed and is to be tried again. */
function notesOf(head: DispatchEntity): PromptNotes {
  if (head.startedAt === null) return {};
  return head.attempts > 0 ? { interrupted: true } : { retried: true };
}
