import type { WorkItemRef } from '../../sessions/work-item-ref.js';
import { hasFailed, isCi, suiteName } from './failing-suite.js';
import type { PromptEvent, PromptFrame } from './prompt-input.js';
import { field, itemName } from './prompt-facts.js';

const FROM_THE_LINE = new Map<string, string>([
  [
    'issue_comment',
    'Somebody commented. Reply first, in a comment on the same item, so that they see you have read it; then do the work that is asked for, and push it.',
  ],
  [
    'pull_request_review_comment',
    'A review comment. Reply first, in its own thread; then fix what it is about, and push the fix to the branch of the pull request.',
  ],
  [
    'pull_request_review',
    'A review. Reply first, to the review and to each of its open comments; then fix what is asked for, and push the fix to the branch of the pull request. A review that only approves needs no work.',
  ],
  [
    'pull_request_review_thread',
    'A review thread was resolved or opened again. Read it; when it is open and something is left to do, reply first, then fix.',
  ],
  ['issues', 'The work item changed. Read it again as it is now, and adapt your work to it.'],
  [
    'pull_request',
    'A pull request of the work item changed. Look at it as it is now, and do what the change asks of you.',
  ],
  ['push', 'Commits were pushed. Fetch them before you go on, and see whether they touch your work.'],
]);
const OTHERWISE =
  'See whether this asks anything of your work. When it does not, say so in one sentence and end your turn.';

/** What to do about events of an item the session works on already. */
export function resumeInstructions(events: readonly PromptEvent[]): string {
  const lines = [...new Set(events.map(instructionFor))];
  if (events.length > 1)
    lines.unshift(`${events.length} events waited for you, oldest first in the data. Read all of them before you act.`);
  return list(lines);
}

/** What to do about an item nobody works on yet. */
export function spawnInstructions(frame: PromptFrame, events: readonly PromptEvent[]): string {
  const { workItem, endpointOf } = frame;
  const about = events
    .filter((event) => event.event !== 'issues' && event.event !== 'pull_request')
    .map(instructionFor);
  const start = 'Read the item with all its comments first; it may have changed since this event.';
  return list([
    start,
    ...(isPullRequest(workItem, events) ? onPullRequest(endpointOf ?? null) : onIssue(workItem)),
    ...new Set(about),
  ]);
}

function instructionFor(event: PromptEvent): string {
  if (field(event.payload, 'requested_action') !== undefined && event.event === 'check_run') {
    return 'Somebody pressed a button of a check run: its identifier is in the data as requested_action. Do what it stands for.';
  }
  if (hasFailed(event)) {
    return `CI failed: ${suiteName(event)}. Diagnose first, from the logs, then fix. The data shows one report of it; look at all failed jobs of this suite and fix every one of them, then push.`;
  }
  if (isCi(event))
    return 'A CI result without a failure. See whether you waited for it; otherwise there is nothing to do.';
  if (event.action === 'reopened')
    return 'The item was opened again. Find out why, and take up the work where it stands now.';
  if (event.action === 'deleted')
    return 'A comment or review was deleted. Undo nothing because of it unless it was the reason for work you have not finished.';
  return FROM_THE_LINE.get(event.event) ?? OTHERWISE;
}

function onIssue({ number }: WorkItemRef): string[] {
  return [
    `Work it to a pull request: make a branch named issue-${number}-…, with a few words of your own after the number, commit there, push it, and open the pull request.`,
    `Put "Closes #${number}" on a line of its own into the description of the pull request. Branch and line are how its reviews and CI results find you.`,
    'End your turn when the pull request stands: you are woken for what happens to it.',
  ];
}

function onPullRequest(endpointOf: WorkItemRef | null): string[] {
  const line = 'It is a pull request: work on its own head branch and push there. Do not open another one for it.';
  return endpointOf === null
    ? [line]
    : [
        line,
        `It contributes to ${itemName(endpointOf)}, where another session has the lead: keep to this pull request.`,
      ];
}

function isPullRequest({ number }: WorkItemRef, events: readonly PromptEvent[]): boolean {
  return events.some(({ event, payload }) => {
    if (field(payload, 'pull_request', 'number') === number) return true;
    if (field(payload, 'issue', 'number') === number) return field(payload, 'issue', 'pull_request') !== undefined;
    const attached = field(payload, event, 'pull_requests');
    return Array.isArray(attached) && attached.some((entry) => field(entry, 'number') === number);
  });
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
