import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { isPlainObject } from '../../config/plain-object.js';
import { Transactions } from '../../database/database.transactions.js';
import { decide } from '../../routing/decide.js';
import type { RoutingSnapshot } from '../../routing/routing-snapshot.js';
import { formatWorkItemRef } from '../../sessions/work-item-ref.js';
import { DeliveryRouter, type ReadDelivery, type RoutedDelivery } from '../../webhook/delivery.router.js';
import type { Delivery } from '../../webhook/door.js';
import { answerOf } from '../../webhook/intake-answer.js';
import { RoutingPolicySource } from '../../webhook/routing-policy.source.js';
import { badInput } from '../control-error.js';
import { decisionView } from '../deliveries/decision-view.js';
import type { ExplanationType } from './explain.type.js';

/** A world in which nothing has happened yet. */
const NOTHING_STORED: RoutingSnapshot = {
  processed: false,
  hadBy: new Set(),
  sameContentAs: null,
  sessions: [],
  heads: [],
  knownItems: new Set(),
  suite: null,
};

/** Thrown to undo the look: a decision may learn on its way, and nothing of that is kept. */
class Undone extends Error {
  constructor(readonly routed: RoutedDelivery) {
    super('The look was undone');
  }
}

/** Says what would become of an event, by the rules and the rows that would decide it, and leaves everything as it was. */
@Injectable()
export class EventExplainer {
  constructor(
    private readonly router: DeliveryRouter,
    private readonly policy: RoutingPolicySource,
    private readonly transactions: Transactions,
  ) {}

  /** As if the event arrived for the first time; `empty` leaves out everything stored. */
  async explain(name: string, payload: string, empty: boolean): Promise<ExplanationType> {
    const read = this.router.read(deliveryOf(name, payload));
    const routed = empty ? this.inEmptyWorld(read) : await this.now(read);
    const { outcome, reason, decisions } = answerOf(routed);
    const { because, mentions } = routed.verdict;
    const considered = mentions.map(({ ref, evidence, field }) => ({ ref: formatWorkItemRef(ref), evidence, field }));
    return {
      outcome,
      reason,
      explanation: because,
      refs: read.mentions.map(({ ref }) => formatWorkItemRef(ref)),
      decision: decisionView({ because, mentions: considered, decisions }) as ExplanationType['decision'],
    };
  }

  private inEmptyWorld(read: ReadDelivery): RoutedDelivery {
    const verdict = decide(read.event, read.mentions, NOTHING_STORED, this.policy.current);
    return { ...read, snapshot: NOTHING_STORED, verdict, contentHash: null };
  }

  private now(read: ReadDelivery): Promise<RoutedDelivery> {
    const look = this.transactions.run((tx): RoutedDelivery => {
      throw new Undone(this.router.route(tx, read, { known: false, replay: true }));
    });
    return look.catch((error: unknown) => {
      if (error instanceof Undone) return error.routed;
      throw error;
    });
  }
}

function deliveryOf(event: string, text: string): Delivery {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    throw badInput([`"payload" is not JSON: ${(error as Error).message}`]);
  }
  if (!isPlainObject(payload)) throw badInput(['"payload" has to be a JSON object, as GitHub sends it']);
  return { deliveryId: `explain-${randomUUID()}`, event, payload, json: Buffer.from(text) };
}
