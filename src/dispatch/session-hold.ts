import type { SessionEntity, SessionStatus } from '../database/entities/session.entity.js';

/** Why a row waits: for a person when `until` is null, else for that moment (epoch milliseconds). */
export interface Hold {
  readonly reason: string;
  /** What to do about it, one sentence. */
  readonly detail: string | null;
  readonly until: number | null;
}

/** The whole session waits, for a person. */
export interface SessionHold extends Hold {
  readonly detail: string;
}

/** What frees a session that waits for a person. */
export const LET_GO_ON = 'let it go on with "the-loop sessions release"';

/** Sessions whose rows may run; those of the others wait, and say why. */
const TAKING: readonly SessionStatus[] = ['starting', 'active', 'closing'];

export function takesRows(session: Pick<SessionEntity, 'status'>): boolean {
  return TAKING.includes(session.status);
}

/** What the rows of a session wait for that takes none; undefined when it does, or when it is closed. */
export function holdOf(session: Pick<SessionEntity, 'status' | 'statusReason' | 'workItem'>): SessionHold | undefined {
  const { status, statusReason, workItem } = session;
  if (status === 'paused') return hold('paused', 'Paused by its owner; "the-loop sessions resume" lets it go on');
  if (status === 'stale') {
    const advice = 'register it again, and the waiting events follow in order';
    return hold('session-gone', `The harness no longer knows the conversation of "${workItem}"; ${advice}`);
  }
  if (status === 'parked') {
    return hold(statusReason ?? 'needs-human', `"${workItem}" is parked; look at it, then ${LET_GO_ON}`);
  }
  return undefined;
}

function hold(reason: string, detail: string): SessionHold {
  return { reason, detail, until: null };
}
