import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { Ticket } from '../dispatch/dispatch.lanes.js';
import { DecisionEffects, factsOf } from './decision.effects.js';
import type { RoutedDelivery } from './delivery.router.js';
import { LearnedFacts } from './learned.facts.js';

/** What follows from a routed delivery, within its transaction: it is told, what it teaches is kept, its decisions happen. */
@Injectable()
export class VerdictExecution {
  constructor(
    private readonly effects: DecisionEffects,
    private readonly facts: LearnedFacts,
  ) {}

  /** Tickets of the rows that now wait. */
  carryOut(tx: Tx, routed: RoutedDelivery): Ticket[] {
    const { event, verdict } = routed;
    tx.record({ name: 'webhook.received', ...factsOf(event) });
    this.facts.keep(tx, routed);
    return verdict.decisions.flatMap((decision) => {
      const sessionId = 'sessionId' in decision ? decision.sessionId : null;
      const name = decision.kind === 'ignore' ? 'routing.dropped' : 'routing.routed';
      tx.record({ name, ...factsOf(event), sessionId, reason: decision.reason });
      return this.effects.apply(tx, routed, decision) ?? [];
    });
  }
}
