import type { SessionStatus } from '../database/entities/session.entity.js';

/** Every arrow a session may take. `closed → active` is a reopened item, or the same item registered again. */
const SESSION_TRANSITIONS = {
  starting: ['active', 'paused', 'parked', 'closing', 'closed'],
  active: ['paused', 'stale', 'parked', 'closing', 'closed'],
  paused: ['active', 'starting', 'stale', 'parked', 'closing', 'closed'],
  stale: ['active', 'starting', 'paused', 'closing', 'closed'],
  parked: ['active', 'starting', 'paused', 'closing', 'closed'],
  closing: ['closed', 'active', 'starting'],
  closed: ['active', 'starting'],
} as const satisfies Record<SessionStatus, readonly SessionStatus[]>;

export const SESSION_STATUSES = Object.keys(SESSION_TRANSITIONS) as readonly SessionStatus[];

/** The states from which `to` can be reached. */
export function statesBefore(to: SessionStatus): SessionStatus[] {
  return SESSION_STATUSES.filter((from) => (SESSION_TRANSITIONS[from] as readonly SessionStatus[]).includes(to));
}
