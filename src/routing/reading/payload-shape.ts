import { type Fields, has } from './payload-fields.js';

/** The parts a body of an event has, and those that would show it to be the body of another one. */
const SHAPES = new Map<string, { readonly has: readonly string[]; readonly lacks: readonly string[] }>([
  ['issues', { has: ['issue'], lacks: ['comment'] }],
  ['issue_comment', { has: ['issue', 'comment'], lacks: [] }],
  ['pull_request', { has: ['pull_request'], lacks: ['review', 'comment', 'thread'] }],
  ['pull_request_review', { has: ['pull_request', 'review'], lacks: ['comment', 'thread'] }],
  ['pull_request_review_comment', { has: ['pull_request', 'comment'], lacks: ['review', 'thread'] }],
  ['pull_request_review_thread', { has: ['pull_request', 'thread'], lacks: ['review', 'comment'] }],
  ['workflow_run', { has: ['workflow_run'], lacks: ['deployment', 'environment'] }],
  ['workflow_job', { has: ['workflow_job'], lacks: ['deployment'] }],
  ['check_run', { has: ['check_run'], lacks: ['deployment'] }],
  ['check_suite', { has: ['check_suite'], lacks: [] }],
  ['status', { has: ['sha', 'state'], lacks: [] }],
  ['push', { has: ['ref', 'after'], lacks: [] }],
]);

/**
 * Whether a body can belong to the event its header names. GitHub signs the body and not the headers, so a recorded
 * comment could come back under the name of another event. A part that is there and broken is no sign of that.
 */
export function fits(name: string, payload: Fields): boolean {
  const shape = SHAPES.get(name);
  if (shape === undefined) return false;
  return shape.has.every((part) => Object.hasOwn(payload, part)) && !shape.lacks.some((part) => has(payload, part));
}
