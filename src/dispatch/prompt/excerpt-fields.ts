/**
 * Which fields of a payload an agent gets to see. Anything not named here stays out.
 * text: cut when long · link: whole or not at all · value: number, flag or short text · many: a list, bounded
 * pick: one field of each entry of a list · body: text that is shown only where it is the news.
 */
export type Field =
  'text' | 'link' | 'value' | 'body' | { readonly many: Fields } | { readonly pick: string } | { readonly one: Fields };

export type Fields = Readonly<Record<string, Field>>;

const one = (fields: Fields): Field => ({ one: fields });
const many = (fields: Fields): Field => ({ many: fields });

const person = one({ login: 'text', type: 'value' });
const labels: Field = { pick: 'name' };
const label = one({ name: 'text' });
const title = one({ from: 'text' });
const attached: Field = { pick: 'number' };

const issue = one({
  number: 'value',
  title: 'text',
  html_url: 'link',
  state: 'value',
  state_reason: 'value',
  user: person,
  author_association: 'value',
  labels,
  assignees: { pick: 'login' },
  milestone: one({ title: 'text' }),
  pull_request: one({ html_url: 'link' }),
  body: 'body',
});

const pullRequest = one({
  number: 'value',
  title: 'text',
  html_url: 'link',
  state: 'value',
  draft: 'value',
  merged: 'value',
  mergeable_state: 'value',
  user: person,
  author_association: 'value',
  labels,
  head: one({ ref: 'text', sha: 'value', repo: one({ full_name: 'text' }) }),
  base: one({ ref: 'text', repo: one({ full_name: 'text' }) }),
  body: 'body',
});

const comment = one({
  id: 'value',
  html_url: 'link',
  user: person,
  author_association: 'value',
  created_at: 'value',
  updated_at: 'value',
  pull_request_review_id: 'value',
  in_reply_to_id: 'value',
  commit_id: 'value',
  path: 'text',
  start_line: 'value',
  line: 'value',
  side: 'value',
  body: 'text',
  diff_hunk: 'text',
});

const review = one({
  id: 'value',
  state: 'value',
  html_url: 'link',
  user: person,
  author_association: 'value',
  submitted_at: 'value',
  commit_id: 'value',
  body: 'text',
});

const app = one({ slug: 'text', name: 'text' });

/** What belongs to one event alone; looked up by name, so no Map key is ever a name from outside. */
const NEWS = new Map<string, Fields>([
  ['issue_comment', { comment }],
  ['pull_request_review', { review }],
  ['pull_request_review_comment', { comment }],
  [
    'pull_request_review_thread',
    {
      thread: one({
        comments: many({ id: 'value', path: 'text', line: 'value', html_url: 'link', user: person, body: 'text' }),
      }),
    },
  ],
  [
    'issues',
    {
      label,
      assignee: person,
      milestone: one({ title: 'text' }),
      changes: one({
        title,
        new_issue: one({ number: 'value', html_url: 'link' }),
        new_repository: one({ full_name: 'text' }),
      }),
    },
  ],
  [
    'pull_request',
    {
      label,
      assignee: person,
      requested_reviewer: person,
      before: 'value',
      after: 'value',
      reason: 'text',
      changes: one({ title, base: one({ ref: title }) }),
    },
  ],
  [
    'workflow_run',
    {
      workflow_run: one({
        id: 'value',
        name: 'text',
        display_title: 'text',
        html_url: 'link',
        event: 'value',
        status: 'value',
        conclusion: 'value',
        head_branch: 'text',
        head_sha: 'value',
        run_number: 'value',
        run_attempt: 'value',
        check_suite_id: 'value',
        actor: person,
        pull_requests: attached,
      }),
    },
  ],
  [
    'workflow_job',
    {
      workflow_job: one({
        id: 'value',
        run_id: 'value',
        run_attempt: 'value',
        name: 'text',
        workflow_name: 'text',
        html_url: 'link',
        status: 'value',
        conclusion: 'value',
        head_branch: 'text',
        head_sha: 'value',
        steps: many({ number: 'value', name: 'text', conclusion: 'value' }),
      }),
    },
  ],
  [
    'check_run',
    {
      check_run: one({
        id: 'value',
        name: 'text',
        html_url: 'link',
        details_url: 'link',
        status: 'value',
        conclusion: 'value',
        head_sha: 'value',
        app,
        check_suite: one({ id: 'value', head_branch: 'text' }),
        pull_requests: attached,
        output: one({ title: 'text', summary: 'text', text: 'text', annotations_count: 'value' }),
      }),
      requested_action: one({ identifier: 'text' }),
    },
  ],
  [
    'check_suite',
    {
      check_suite: one({
        id: 'value',
        url: 'link',
        status: 'value',
        conclusion: 'value',
        head_branch: 'text',
        head_sha: 'value',
        app,
        pull_requests: attached,
      }),
    },
  ],
  [
    'status',
    {
      id: 'value',
      state: 'value',
      context: 'text',
      description: 'text',
      target_url: 'link',
      sha: 'value',
      branches: { pick: 'name' },
    },
  ],
  [
    'push',
    {
      ref: 'text',
      before: 'value',
      after: 'value',
      forced: 'value',
      compare: 'link',
      commits: many({ id: 'value', message: 'text', url: 'link' }),
    },
  ],
  [
    'deployment_status',
    { deployment_status: one({ state: 'value', description: 'text', environment: 'text', target_url: 'link' }) },
  ],
]);

/** The news first, then the item it is about, then where and who. */
export function fieldsOf(event: string): Fields {
  return {
    ...NEWS.get(event),
    issue,
    pull_request: pullRequest,
    repository: one({ full_name: 'text', html_url: 'link' }),
    sender: person,
  };
}
