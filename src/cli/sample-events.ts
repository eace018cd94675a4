import type { WorkItemRef } from '../sessions/work-item-ref.js';

/** What a sample is about. `at` is an ISO time; nothing here looks at a clock. */
export interface SampleSubject {
  readonly item: WorkItemRef;
  readonly sender: string;
  /** Association of the sender with the repository, as GitHub names it. */
  readonly association: string;
  readonly text: string;
  readonly label: string;
  readonly at: string;
  /** Number of the comment, review or run; two samples with different numbers are two things that happened. */
  readonly id: number;
  /** Left out by default: a made-up repository id would be taken for the identity of a real repository. */
  readonly repositoryId?: number;
}

type Payload = Record<string, unknown>;

/** Sample deliveries in the shape GitHub sends, reduced to what carries meaning. The name is event, dot, action. */
export const SAMPLE_EVENTS: Readonly<Record<string, (subject: SampleSubject) => Payload>> = {
  'issue_comment.created': (subject) =>
    envelope('created', subject, { issue: issue(subject), comment: comment(subject) }),
  'issues.opened': (subject) => envelope('opened', subject, { issue: issue(subject) }),
  'issues.labeled': (subject) =>
    envelope('labeled', subject, { issue: { ...issue(subject), labels: [label(subject)] }, label: label(subject) }),
  'issues.closed': (subject) => envelope('closed', subject, { issue: { ...issue(subject), state: 'closed' } }),
  'issues.reopened': (subject) => envelope('reopened', subject, { issue: issue(subject) }),
  'pull_request.opened': (subject) => ofPullRequest('opened', subject, {}),
  'pull_request.synchronize': (subject) => ofPullRequest('synchronize', subject, {}),
  'pull_request.closed': (subject) =>
    ofPullRequest('closed', subject, { state: 'closed', merged: true, merged_at: subject.at }),
  'pull_request_review.submitted': (subject) =>
    envelope('submitted', subject, {
      pull_request: pullRequest(subject),
      review: { ...comment(subject), state: 'changes_requested', submitted_at: subject.at },
    }),
  'pull_request_review_comment.created': (subject) =>
    envelope('created', subject, {
      pull_request: pullRequest(subject),
      comment: {
        ...comment(subject),
        path: 'src/index.ts',
        line: 1,
        diff_hunk: '@@ -1 +1 @@',
        pull_request_review_id: subject.id,
      },
    }),
  'workflow_run.completed': (subject) =>
    envelope('completed', subject, {
      workflow_run: { ...failedRun(subject), display_title: subject.text, run_attempt: 1, check_suite_id: subject.id },
    }),
  'check_run.completed': (subject) =>
    envelope('completed', subject, {
      check_run: {
        ...failedRun(subject),
        output: { title: subject.text, summary: null },
        check_suite: failedRun(subject),
      },
    }),
  ping: ({ item, sender }) => ({
    zen: 'Keep it logically awesome.',
    hook_id: 1,
    repository: repository(item),
    sender: user(sender),
  }),
};

/** The event's name and the name of the sample: an event alone means its most ordinary action. */
export function sampleName(wanted: string): string | undefined {
  if (Object.hasOwn(SAMPLE_EVENTS, wanted)) return wanted;
  return Object.keys(SAMPLE_EVENTS).find((name) => name.startsWith(`${wanted}.`));
}

export function eventOfSample(name: string): string {
  return name.split('.')[0] ?? name;
}

function envelope(action: string, subject: SampleSubject, content: Payload): Payload {
  return {
    action,
    ...content,
    repository: repository(subject.item, subject.repositoryId),
    sender: user(subject.sender),
  };
}

function ofPullRequest(action: string, subject: SampleSubject, changed: Payload): Payload {
  return envelope(action, subject, {
    number: subject.item.number,
    pull_request: { ...pullRequest(subject), ...changed },
  });
}

function repository({ owner, repo }: WorkItemRef, id?: number): Payload {
  return {
    ...(id === undefined ? {} : { id }),
    name: repo,
    full_name: `${owner}/${repo}`,
    private: false,
    owner: user(owner),
    html_url: `https://github.com/${owner}/${repo}`,
    default_branch: 'main',
  };
}

function user(login: string): Payload {
  return { login, type: 'User', html_url: `https://github.com/${login}` };
}

function issue({ item, sender, association, at }: SampleSubject): Payload {
  return {
    number: item.number,
    title: `Sample issue ${item.number}`,
    body: 'A sample sent by the-loop.',
    state: 'open',
    labels: [],
    user: user(sender),
    author_association: association,
    html_url: `https://github.com/${item.owner}/${item.repo}/issues/${item.number}`,
    created_at: at,
    updated_at: at,
  };
}

function comment({ item, sender, association, text, at, id }: SampleSubject): Payload {
  return {
    id,
    body: text,
    user: user(sender),
    author_association: association,
    html_url: `https://github.com/${item.owner}/${item.repo}/issues/${item.number}#issuecomment-${id}`,
    created_at: at,
    updated_at: at,
  };
}

function label({ label }: SampleSubject): Payload {
  return { name: label, color: 'ededed' };
}

function pullRequest(subject: SampleSubject): Payload {
  const { item, sender, association, repositoryId, at, id } = subject;
  const side = { sha: sha(id), repo: repository(item, repositoryId), user: user(item.owner) };
  return {
    number: item.number,
    title: `Sample pull request ${item.number}`,
    body: null,
    state: 'open',
    draft: false,
    merged: false,
    labels: [],
    user: user(sender),
    author_association: association,
    html_url: `https://github.com/${item.owner}/${item.repo}/pull/${item.number}`,
    head: { ...side, ref: 'sample-branch' },
    base: { ...side, ref: 'main' },
    created_at: at,
    updated_at: at,
  };
}

function failedRun({ item, repositoryId, at, id }: SampleSubject): Payload {
  return {
    id,
    name: 'Sample check',
    status: 'completed',
    conclusion: 'failure',
    head_branch: `issue-${item.number}-sample`,
    head_sha: sha(id),
    head_repository: repository(item, repositoryId),
    pull_requests: [],
    html_url: `https://github.com/${item.owner}/${item.repo}/actions/runs/${id}`,
    created_at: at,
    updated_at: at,
    completed_at: at,
  };
}

function sha(id: number): string {
  return id.toString(16).padStart(40, '0');
}
