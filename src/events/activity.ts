import { ACTIVITY_CATALOGUE, type ActivityName } from './activity-catalogue.js';

export type ActivityLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * One thing that happened, as a fact. Recorded in the transaction that made it true and announced after the commit,
 * so that nobody hears of something that did not happen. Payload text and secrets never belong in here.
 */
export interface Fact {
  name: ActivityName;
  /** Only where it differs from the catalogue's level. */
  level?: ActivityLevel;
  deliveryId?: string | null;
  event?: string | null;
  action?: string | null;
  actor?: string | null;
  workItem?: string | null;
  sessionId?: string | null;
  dispatchId?: string | null;
  harness?: string | null;
  reason?: string | null;
  error?: string | null;
}

/** A committed fact. `seq` is given in commit order and is the cursor of the live feed; `time` is epoch milliseconds. */
export interface Activity extends Required<Omit<Fact, 'level'>> {
  seq: number;
  time: number;
  level: ActivityLevel;
}

/** Completes a fact with its place and moment. */
export function activityOf(fact: Fact, seq: number, time: number): Activity {
  return {
    seq,
    time,
    name: fact.name,
    level: fact.level ?? ACTIVITY_CATALOGUE[fact.name].level,
    deliveryId: fact.deliveryId ?? null,
    event: fact.event ?? null,
    action: fact.action ?? null,
    actor: fact.actor ?? null,
    workItem: fact.workItem ?? null,
    sessionId: fact.sessionId ?? null,
    dispatchId: fact.dispatchId ?? null,
    harness: fact.harness ?? null,
    reason: fact.reason ?? null,
    error: fact.error ?? null,
  };
}
