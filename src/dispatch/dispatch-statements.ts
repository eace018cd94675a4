import type { DispatchState } from '../database/entities/dispatch.entity.js';

/** States as SQL lists them behind IN. */
export function listed(states: readonly DispatchState[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}

/** A turn reached its harness and is over. */
export const REACHED = 'UPDATE dispatch SET attempts = attempts + 1, starts = 0 WHERE id = ?';
/** A turn never reached its harness: it counts neither as an attempt nor in a budget. */
export const NOT_REACHED = `
  UPDATE dispatch SET budgetKey = NULL, startedAt = CASE WHEN attempts = 0 THEN NULL ELSE startedAt END WHERE id = ?`;

/** The condition is part of the claim: no row overtakes an earlier one of its session, and no two of one run. */
export const CLAIM = `
  UPDATE dispatch SET state = 'running', attemptId = ?, deadlineAt = ?, budgetKey = ?, tokenHash = ?, startedAt = ?,
         starts = starts + 1, outcome = NULL, detail = NULL, heldUntil = NULL, endedAt = NULL, endIntent = NULL
   WHERE id = ? AND state = 'queued' AND NOT EXISTS (
         SELECT 1 FROM dispatch AS other
          WHERE other.sessionId = dispatch.sessionId AND other.id <> dispatch.id
            AND (other.state = 'running'
                 OR (other.seq < dispatch.seq AND other.state IN ('queued', 'held', 'interrupted'))))`;

/** What tells whether a session takes rows now. */
export const SESSION_STATE = 'SELECT status, statusReason, workItem FROM session WHERE id = ?';
