import type { EventCi } from '../github-event.js';

/** `failure` and `error` are the states of a commit status, the others conclusions of checks. */
const BAD = new Set(['failure', 'timed_out', 'action_required', 'startup_failure', 'error']);

export function isBad(conclusion: unknown): boolean {
  return typeof conclusion === 'string' && BAD.has(conclusion);
}

export function hasFailed({ completed, conclusion }: EventCi): boolean {
  return completed && isBad(conclusion);
}
