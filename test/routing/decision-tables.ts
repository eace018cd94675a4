import type { RoutingPolicy } from '../../src/routing/routing-policy.js';
import { type Given, inWords, verdictOn } from './decisions.js';
import { session } from './in-memory.js';
import {
  account,
  AT,
  checkSuite,
  comment,
  delivery,
  issue,
  labels,
  type Part,
  pullRequest,
  review,
  SHA,
  workflowRun,
} from './payloads.js';

/** A row of a decision table: in words what happens, and what comes of it. */
export type Row = readonly [when: string, then: string, given: Given];

export function decisionTable(rows: readonly Row[]): void {
  test.each(rows)('%s → %s', (_when, then, given) => {
    const verdict = verdictOn(given);
    expect(inWords(verdict)).toBe(then);
    expect(verdict.because).toMatch(/^\S.*[^.\s]$/);
  });
}

export const s12 = session('octo-org/octo-repo#12', { id: 's-12' });
export const s13 = session('octo-org/octo-repo#13', { id: 's-13' });
export const s44 = session('octo-org/octo-repo#44', { id: 's-44' });
export const app5 = session('octo-org/octo-app#5', { id: 's-app-5' });
export const GO = 'the-loop: auto-execute';
export const armed = labels(GO);
export const hubot = account('hubot');
export const monalisa = account('monalisa');
export const LATER = Date.parse(AT) + 60_000;

export const issues = (action: string, over: Part = {}, envelope: Part = {}): Pick<Given, 'event' | 'payload'> => ({
  event: 'issues',
  payload: delivery(action, { issue: issue(over) }, envelope),
});
export const commentOn = (item: Part, over: Part = {}, envelope: Part = {}, action = 'created') => ({
  event: 'issue_comment',
  payload: delivery(action, { issue: item, comment: comment(over) }, envelope),
});
export const pulls = (action: string, over: Part = {}, envelope: Part = {}) => ({
  event: 'pull_request',
  payload: delivery(action, { pull_request: pullRequest(over) }, envelope),
});
export const reviewed = (over: Part = {}, written: Part = {}, envelope: Part = {}, action = 'submitted') => ({
  event: 'pull_request_review',
  payload: delivery(action, { pull_request: pullRequest(over), review: review(written) }, envelope),
});
export const ran = (over: Part = {}, action = 'completed', envelope: Part = {}) => ({
  event: 'workflow_run',
  payload: delivery(action, { workflow_run: workflowRun(over) }, envelope),
});
export const suite = (over: Part = {}, action = 'completed') => ({
  event: 'check_suite',
  payload: delivery(action, { check_suite: checkSuite(over) }),
});
export const push = (ref: string, envelope: Part = {}) => ({
  event: 'push',
  payload: delivery(null, { ref, after: SHA }, envelope),
});
export const always: Partial<RoutingPolicy> = { spawnOnUnmatched: 'always' };
export const labeled: Partial<RoutingPolicy> = { spawnOnUnmatched: 'labeled' };
