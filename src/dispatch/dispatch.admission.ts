import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStates } from '../sessions/session.states.js';
import { CheckoutNeeds } from './checkout.needs.js';
import { DispatchBudget } from './dispatch.budget.js';
import { DispatchQueue } from './dispatch.queue.js';
import { HarnessPauses } from './harness.pauses.js';
import { quietFor } from './quiet-window.js';

export type Refusal =
  /** Nothing of this session may run now: whoever changes that pushes a ticket. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'later'; readonly dispatchId: string; readonly delayMs: number }
  | { readonly kind: 'held'; readonly rows: readonly DispatchEntity[] };

export type Admission = Refusal | { readonly kind: 'admitted'; readonly budgetKey: string | null };

/** After a row that became due behind the back of the lane that sees to checkouts. */
const LOOK_AGAIN_MS = 1_000;

/** Whether the first row of a session may run now: in its checkout, after its quiet window, on a harness that can, within the budgets. */
@Injectable()
export class DispatchAdmission {
  constructor(
    private readonly queue: DispatchQueue,
    private readonly states: SessionStates,
    private readonly budget: DispatchBudget,
    private readonly pauses: HarnessPauses,
    private readonly checkouts: CheckoutNeeds,
    private readonly config: AppConfig,
  ) {}

  check(tx: Tx, head: DispatchEntity, session: SessionEntity): Admission {
    if (this.checkouts.comesFirst(tx, head, session))
      return { kind: 'later', dispatchId: head.id, delayMs: LOOK_AGAIN_MS };
    if (head.kind === 'close') return { kind: 'admitted', budgetKey: null };

    const waiting = this.queue.unfinished(tx, session.id, ['queued']);
    const delayMs = quietFor(waiting, this.config.webhooks.ghWebhook.routing.batching, tx.now);
    if (delayMs > 0) return { kind: 'later', dispatchId: head.id, delayMs };

    const pause = this.pauses.of(session.harness, tx.now);
    if (pause !== undefined) return { kind: 'held', rows: this.queue.hold(tx, head.id, pause) };

    const exceeded = this.budget.exceeded(tx, head);
    if (exceeded !== undefined && this.states.park(tx, session.id, 'needs-human')) {
      this.queue.holdWaiting(tx, session.id, { reason: 'needs-human', detail: exceeded, until: null });
      return { kind: 'nothing' };
    }
    return { kind: 'admitted', budgetKey: this.budget.keyOf(tx, head) };
  }
}
