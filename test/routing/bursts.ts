import {
  account,
  AT,
  checkRun,
  checkSuite,
  comment,
  delivery,
  head,
  issue,
  labels,
  type Part,
  pullRequest,
  review,
  workflowRun,
} from './payloads.js';
import type { Sent } from './small-world.js';

const LABELS = ['bug', 'P1', 'ui', 'the-loop: auto-execute', 'backend', 'good first issue'];
const BRANCH = { head_branch: 'issue-12-widget' };
const at = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString();

/** What one push to a pull request with five jobs sends, of which one fails. */
export function pushWithOneFailingJob(): Sent[] {
  const jobs = ['lint', 'build', 'test', 'docs', 'e2e'];
  return [
    suite('requested', { conclusion: null, updated_at: at(0) }),
    run('requested', { conclusion: null, updated_at: at(0) }),
    ...jobs.map((name, job) => check('created', name, 700 + job, { conclusion: null, started_at: at(1) })),
    run('in_progress', { conclusion: null, updated_at: at(2) }),
    ...jobs.map((name, job) => {
      const conclusion = name === 'test' ? 'failure' : 'success';
      return check('completed', name, 700 + job, { conclusion, started_at: at(1), completed_at: at(60 + job) });
    }),
    suite('completed', { updated_at: at(70) }),
    run('completed', { updated_at: at(71) }),
  ];
}

/** Somebody lets the failed job run again, and it fails again: same commit, same suite. */
export function rerunFailingAgain(): Sent[] {
  return [
    run('requested', { run_attempt: 2, conclusion: null, updated_at: at(600) }),
    check('created', 'test', 720, { conclusion: null, started_at: at(601) }),
    run('in_progress', { run_attempt: 2, conclusion: null, updated_at: at(602) }),
    check('completed', 'test', 720, { started_at: at(601), completed_at: at(660) }),
    suite('completed', { updated_at: at(670) }),
    run('completed', { run_attempt: 2, updated_at: at(671) }),
  ];
}

/** One issue created with six labels: `opened`, and `labeled` once per label. */
export function issueWithSixLabels(number = 12): Sent[] {
  const created = issue({ number, labels: labels(...LABELS) });
  return [
    ['issues', delivery('opened', { issue: created })],
    ...LABELS.map((name): Sent => ['issues', delivery('labeled', { issue: created, label: { name } })]),
  ];
}

/** The session's agent, under its owner's account, opens its pull request, pushes three times and edits it. */
export function agentAtWork(): Sent[] {
  const own = { body: 'Closes #12', head: head('issue-12-widget') };
  return ['opened', 'synchronize', 'synchronize', 'synchronize', 'edited'].map((action) => [
    'pull_request',
    delivery(action, { pull_request: pullRequest(own) }),
  ]);
}

/** A review with twelve inline comments. */
export function reviewWithTwelveComments(): Sent[] {
  const reviewed = { pull_request: pullRequest({ body: 'Closes #12' }) };
  return [
    ['pull_request_review', delivery('submitted', { ...reviewed, review: review({ id: 9, body: null }) })],
    ...Array.from({ length: 12 }, (_each, index): Sent => {
      const inline = comment({ id: 100 + index, pull_request_review_id: 9, body: `Remark ${index}` });
      return ['pull_request_review_comment', delivery('created', { ...reviewed, comment: inline })];
    }),
  ];
}

/** A bot answers every answer of the agent, a hundred times. */
export function hundredAnswers(): Sent[] {
  const bot = account('octo-helper[bot]', 'Bot');
  return Array.from({ length: 100 }, (_each, index) => [
    'issue_comment',
    delivery('created', { issue: issue(), comment: comment({ id: index, user: bot }) }, { sender: bot }),
  ]);
}

function run(action: string, over: Part): Sent {
  return ['workflow_run', delivery(action, { workflow_run: workflowRun({ ...BRANCH, ...over }) })];
}

function suite(action: string, over: Part): Sent {
  return ['check_suite', delivery(action, { check_suite: checkSuite({ ...BRANCH, ...over }) })];
}

function check(action: string, name: string, id: number, over: Part): Sent {
  const check_suite = checkSuite({ ...BRANCH, conclusion: null });
  return ['check_run', delivery(action, { check_run: checkRun({ name, id, check_suite, ...over }) })];
}
