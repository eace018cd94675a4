import { OPERATIONS } from '../operations.js';
import { sessionVerb } from '../session.verb.js';

export const sessionsRelease = sessionVerb(
  OPERATIONS.releaseSession,
  'For a session that is parked or stale: what was held or set aside goes on, and its budgets begin anew.',
);
