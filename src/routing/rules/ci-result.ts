import type { EventCi } from '../github-event.js';

/** `failure` and `error` are the states of a commit status, the others conclusions of checks. */
const BAD = new Set(['failure', 'timed_out', 'action_required', 'startup_failure', 'error']);

export function hasFailed({ completed, conclusion }: EventCi): boolean {
  return completed && conclusion !== null && BAD.has(conclusion);
}
