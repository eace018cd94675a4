import { AT, checkRun, checkSuite, delivery, type Part, SHA, workflowRun } from '../../../test/routing/payloads.js';
import { readEvent } from '../read-event.js';
import type { SuiteReport } from '../suite-report.js';
import { hasFailed } from './ci-result.js';
import { reportAfter, reporterOf } from './ci-suite.js';

const at = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString();
const check = (started: number, ended: number, over: Part = {}) => [
  'check_run',
  delivery('completed', { check_run: checkRun({ started_at: at(started), completed_at: at(ended), ...over }) }),
];
const suite = (ended: number, over: Part = {}) => [
  'check_suite',
  delivery('completed', { check_suite: checkSuite({ updated_at: at(ended), ...over }) }),
];
const run = (attempt: number, time: number, action = 'completed', over: Part = {}) => [
  'workflow_run',
  delivery(action, { workflow_run: workflowRun({ run_attempt: attempt, updated_at: at(time), ...over }) }),
];
const status = (state: string, time: number) => [
  'status',
  delivery(null, { sha: SHA, state, context: 'ci', updated_at: at(time) }),
];
const success = { conclusion: 'success' };

/** The positions of the events that would wake somebody. */
function wakers(events: readonly (readonly unknown[])[]): number[] {
  let report: SuiteReport | null = null;
  return events.flatMap(([name, payload], position) => {
    const event = readEvent(name as string, `d-${position}`, payload);
    const wakes = event.ci !== null && hasFailed(event.ci) && reporterOf(event, report) === null;
    report = reportAfter(event, report, wakes);
    return wakes ? [position] : [];
  });
}

describe('one failing suite', () => {
  test.each([
    ['reported by all three events', [check(0, 60), suite(90), run(1, 91)], [0]],
    ['in any order', [run(1, 91), suite(90), check(0, 60)], [0]],
    ['the suite first', [suite(90), check(0, 60), run(1, 91)], [0]],
    [
      'with two failing jobs, one after the other',
      [check(0, 60, { name: 'a' }), check(70, 80, { name: 'b' }), suite(90), run(1, 91)],
      [0],
    ],
    ['with a job told after the end', [suite(90), run(1, 91), check(70, 80, { name: 'b' })], [0]],
    [
      'with successes between',
      [check(0, 30, { ...success, name: 'a' }), check(0, 60), check(0, 70, { ...success, name: 'c' }), suite(90)],
      [1],
    ],
    ['told twice', [suite(90), suite(90)], [0]],
    ['by checks only', [check(0, 60), check(0, 60, { name: 'b' })], [0]],
    ['by its run only', [run(1, 91), run(1, 91)], [0]],
    ['without failure', [check(0, 60, success), suite(90, success), run(1, 91, 'completed', success)], []],
  ])('%s wakes once', (_how, events, positions) => expect(wakers(events)).toEqual(positions));

  test.each([
    [
      'counted by its run',
      [check(0, 60), suite(90), run(1, 91), run(2, 200, 'requested'), check(210, 240), suite(260), run(2, 261)],
      [0, 4],
    ],
    ['its run last', [check(0, 60), suite(90), run(1, 91), check(210, 240), suite(260), run(2, 261)], [0, 3]],
    ['its suite first', [check(0, 60), suite(90), run(1, 91), suite(260), run(2, 261), check(210, 240)], [0, 3]],
    ['by suites only', [suite(90), suite(260)], [0, 1]],
    ['by runs only', [run(1, 91), run(2, 261)], [0, 1]],
    ['by checks only', [check(0, 60), check(210, 240)], [0, 1]],
    ['by checks and suites', [check(0, 60), suite(90), check(210, 240), suite(260)], [0, 2]],
    ['with another job failing', [check(0, 60), suite(90), check(210, 240, { name: 'b' }), suite(260)], [0, 2]],
    ['three times', [run(1, 91), check(210, 240), run(2, 261), run(3, 400)], [0, 1, 3]],
    [
      'a late check of the first attempt',
      [check(0, 60), suite(90), run(1, 91), run(2, 200, 'requested'), check(20, 70, { name: 'b' }), run(2, 261)],
      [0, 5],
    ],
    [
      'a late end of the first attempt',
      [check(0, 60), run(1, 91), run(2, 200, 'requested'), suite(90), run(2, 261)],
      [0, 4],
    ],
    ['a late run of the first attempt', [check(0, 60), run(2, 261), run(1, 91)], [0, 1]],
    [
      'that succeeds',
      [
        check(0, 60),
        suite(90),
        run(1, 91),
        check(210, 240, success),
        suite(260, success),
        run(2, 261, 'completed', success),
      ],
      [0],
    ],
  ])('a re-run that fails again is news: %s', (_how, events, positions) => expect(wakers(events)).toEqual(positions));

  test('a status is news again after it was something else', () => {
    expect(wakers([status('pending', 0), status('failure', 1), status('failure', 2)])).toEqual([1]);
    expect(wakers([status('failure', 1), status('pending', 2), status('error', 3)])).toEqual([0, 2]);
    expect(wakers([status('failure', 1), status('success', 2), status('failure', 3)])).toEqual([0, 2]);
  });

  test('a delivery that comes again has not reported itself', () => {
    const [name, payload] = check(0, 60);
    const event = readEvent(name as string, 'd-1', payload);
    const report = reportAfter(event, null, true);
    expect(report?.reportedBy).toBe('d-1');
    expect(reporterOf(event, report)).toBeNull();
    expect(reporterOf({ ...event, deliveryId: 'd-2' }, report)).toBe('d-1');
  });

  test('a failure that woke nobody has not been reported', () => {
    const [name, payload] = check(0, 60);
    const event = readEvent(name as string, 'd-1', payload);
    expect(reporterOf(event, reportAfter(event, null, false))).toBeNull();
  });

  test('a report stays small', () => {
    let report: SuiteReport | null = null;
    for (let job = 0; job < 300; job += 1) {
      const [name, payload] = check(0, 60, { name: `job ${job}` });
      report = reportAfter(readEvent(name as string, `d-${job}`, payload), report, job === 0);
    }
    expect(Object.keys(report?.failed ?? {})).toHaveLength(50);
  });
});
