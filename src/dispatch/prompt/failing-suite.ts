import { isBad } from '../../routing/rules/ci-result.js';
import type { PromptEvent } from './prompt-input.js';
import { field, idOf, shaOf } from './prompt-facts.js';

const CI_EVENTS = new Set(['workflow_run', 'workflow_job', 'check_run', 'check_suite', 'status']);

export function isCi(event: PromptEvent): boolean {
  return CI_EVENTS.has(event.event);
}

export function hasFailed(event: PromptEvent): boolean {
  const result =
    event.event === 'status' ? field(event.payload, 'state') : field(event.payload, event.event, 'conclusion');
  return isCi(event) && isBad(result);
}

/**
 * The suite a failure belongs to, by its numbers: one failure is told in several events, and only one of them wakes
 * the session, so the agent has to look at the suite and not at the job that happened to be first.
 */
export function suiteName({ event, payload }: PromptEvent): string {
  const run = event === 'status' ? payload : field(payload, event);
  const suite = idOf(
    event === 'check_suite' ? field(run, 'id') : (field(run, 'check_suite', 'id') ?? field(run, 'check_suite_id')),
  );
  const sha = shaOf(field(run, 'head_sha') ?? field(run, 'sha'));
  const attempt = idOf(field(run, 'run_attempt'));
  const name = suite === null ? 'the failing suite' : `check suite ${suite}`;
  return `${name}${sha === null ? '' : ` of commit ${sha}`}${attempt === null ? '' : ` (attempt ${attempt})`}`;
}
