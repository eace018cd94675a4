import { decisionTable, ran, type Row, s12, s44 } from '../../../test/routing/decision-tables.js';
import { attachedPullRequest, checkRun, delivery, SHA } from '../../../test/routing/payloads.js';
import type { RoutingPolicy } from '../routing-policy.js';

describe('CI noise', () => {
  const attached = { pull_requests: [attachedPullRequest(44)] };
  const failures: Partial<RoutingPolicy> = { ci: 'failures' };
  const completed: Partial<RoutingPolicy> = { ci: 'completed' };
  const state = (of: string) => ({
    event: 'status',
    payload: delivery(null, { sha: SHA, state: of, context: 'ci', branches: [{ name: 'issue-12' }] }),
    sessions: [s12],
  });
  const reported = {
    suite: { attempt: 1, reportedBy: 'd-0', endedAt: null, endedBy: [], formerEndedAt: null, failed: {} },
  };
  decisionTable([
    ...['failure', 'timed_out', 'action_required', 'startup_failure'].map((conclusion): Row => [
      conclusion,
      'resume s-44 matched',
      { ...ran({ ...attached, conclusion }), sessions: [s44], policy: failures },
    ]),
    ...['success', 'neutral', 'cancelled', 'skipped', 'stale', null].map((conclusion): Row => [
      String(conclusion),
      'ignore ci-not-failed',
      { ...ran({ ...attached, conclusion }), sessions: [s44], policy: failures },
    ]),
    [
      'a run that is only requested',
      'ignore ci-not-failed',
      { ...ran(attached, 'requested'), sessions: [s44], policy: failures },
    ],
    [
      'a failed check that is asked for again',
      'ignore ci-not-failed',
      {
        event: 'check_run',
        payload: delivery('rerequested', { check_run: checkRun(attached) }),
        sessions: [s44],
        policy: failures,
      },
    ],
    [
      'a button somebody pressed',
      'resume s-44 matched',
      {
        event: 'check_run',
        payload: delivery('requested_action', { check_run: checkRun({ ...attached, conclusion: 'success' }) }),
        sessions: [s44],
        policy: failures,
      },
    ],
    ['a status: failure', 'resume s-12 matched', { ...state('failure'), policy: failures }],
    ['a status: error', 'resume s-12 matched', { ...state('error'), policy: failures }],
    ['a status: pending', 'ignore ci-not-failed', { ...state('pending'), policy: failures }],
    ['a status: success', 'ignore ci-not-failed', { ...state('success'), policy: failures }],
    [
      'completed: success',
      'resume s-44 matched',
      { ...ran({ ...attached, conclusion: 'success' }), sessions: [s44], policy: completed },
    ],
    [
      'completed: in progress',
      'ignore ci-not-completed',
      { ...ran(attached, 'in_progress'), sessions: [s44], policy: completed },
    ],
    ['completed: pending', 'ignore ci-not-completed', { ...state('pending'), policy: completed }],
    ['all: in progress', 'resume s-44 matched', { ...ran(attached, 'in_progress'), sessions: [s44] }],
    [
      'the suite has been reported',
      'ignore suite-already-reported',
      { ...ran(attached), sessions: [s44], policy: failures, known: reported },
    ],
    [
      'reported by this very delivery, which comes again',
      'resume s-44 matched',
      {
        ...ran(attached),
        sessions: [s44],
        policy: failures,
        known: { suite: { ...reported.suite, reportedBy: 'd-1' } },
      },
    ],
    [
      'another attempt',
      'resume s-44 matched',
      { ...ran({ ...attached, run_attempt: 2 }), sessions: [s44], policy: failures, known: reported },
    ],
    [
      'a success of a reported suite',
      'resume s-44 matched',
      { ...ran({ ...attached, conclusion: 'success' }), sessions: [s44], policy: completed, known: reported },
    ],
    ['all: reported or not', 'resume s-44 matched', { ...ran(attached), sessions: [s44], known: reported }],
  ]);
});
