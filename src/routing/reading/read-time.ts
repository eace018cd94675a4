import { type Fields, fieldsAt, timeAt } from './payload-fields.js';

/** The parts of a payload that know when the event happened, the most exact one first. */
const TOLD_BY = [
  'comment',
  'review',
  'check_run',
  'workflow_run',
  'workflow_job',
  'check_suite',
  'pull_request',
  'issue',
];
const FIELDS = ['updated_at', 'completed_at', 'submitted_at', 'started_at', 'created_at'];

/** When an event happened on GitHub, as its payload tells it. */
export function timeOf(payload: Fields): number | null {
  for (const part of TOLD_BY) {
    const told = firstTime(fieldsAt(payload, part));
    if (told !== null) return told;
  }
  return firstTime(payload) ?? timeAt(fieldsAt(payload, 'head_commit'), 'timestamp');
}

function firstTime(fields: Fields | null): number | null {
  if (fields === null) return null;
  for (const name of FIELDS) {
    const time = timeAt(fields, name);
    if (time !== null) return time;
  }
  return null;
}
