import type { DeliveryOutcome } from '../database/entities/delivery.entity.js';
import type { RoutingDecision } from '../routing/routing-decision.js';
import { formatWorkItemRef } from '../sessions/work-item-ref.js';
import type { RoutedDelivery } from './delivery.router.js';

/** A decision in the form it is stored and answered in. */
export type DecisionRecord = { readonly kind: RoutingDecision['kind']; readonly reason: string } & Readonly<
  Record<string, unknown>
>;

/** What became of a delivery; the body of the 202. */
export interface IntakeAnswer {
  readonly deliveryId: string;
  readonly outcome: DeliveryOutcome;
  readonly reason: string;
  readonly decisions: readonly DecisionRecord[];
}

export function answerOf({ event, verdict }: Pick<RoutedDelivery, 'event' | 'verdict'>): IntakeAnswer {
  const { deliveryId } = event;
  const { decisions } = verdict;
  const acting = decisions.find(({ kind }) => kind !== 'ignore');
  const reason = (acting ?? decisions[0])?.reason ?? 'no-work-item';
  return { deliveryId, outcome: acting ? 'accepted' : 'ignored', reason, decisions: decisions.map(recordOf) };
}

function recordOf(decision: RoutingDecision): DecisionRecord {
  if (decision.kind !== 'spawn') return { ...decision };
  const { workItem, endpointOf } = decision;
  return {
    ...decision,
    workItem: formatWorkItemRef(workItem),
    ...(endpointOf && { endpointOf: formatWorkItemRef(endpointOf) }),
  };
}
