import { type Fields, fieldsAt, has, textAt } from './payload-fields.js';

/** What the body of an event must carry, and what would show that it is the body of another one. */
const SHAPES = new Map<string, { readonly carries: readonly string[]; readonly lacks: readonly string[] }>([
  ['issues', { carries: ['issue'], lacks: ['comment'] }],
  ['issue_comment', { carries: ['issue', 'comment'], lacks: [] }],
  ['pull_request', { carries: ['pull_request'], lacks: ['review', 'comment', 'thread'] }],
  ['pull_request_review', { carries: ['pull_request', 'review'], lacks: ['comment', 'thread'] }],
  ['pull_request_review_comment', { carries: ['pull_request', 'comment'], lacks: ['review', 'thread'] }],
  ['pull_request_review_thread', { carries: ['pull_request', 'thread'], lacks: ['review', 'comment'] }],
  ['workflow_run', { carries: ['workflow_run'], lacks: ['deployment', 'environment'] }],
  ['workflow_job', { carries: ['workflow_job'], lacks: ['deployment'] }],
  ['check_run', { carries: ['check_run'], lacks: ['deployment'] }],
  ['check_suite', { carries: ['check_suite'], lacks: [] }],
]);

/**
 * Whether a body can belong to the event its header names. GitHub signs the body and not the headers, so a recorded
 * comment could come back under the name of another event.
 */
export function fits(name: string, payload: Fields): boolean {
  if (name === 'status') return textAt(payload, 'sha') !== null && textAt(payload, 'state') !== null;
  if (name === 'push') return textAt(payload, 'ref') !== null && textAt(payload, 'after') !== null;
  const shape = SHAPES.get(name);
  if (shape === undefined) return false;
  return (
    shape.carries.every((part) => fieldsAt(payload, part) !== null) && !shape.lacks.some((part) => has(payload, part))
  );
}
