/** Payloads in GitHub's shape, reduced to what routing reads. Everything can be overridden, also with nonsense. */
export type Part = Record<string, unknown>;

export const HERE = {
  id: 1296269,
  full_name: 'octo-org/octo-repo',
  private: false,
  html_url: 'https://github.com/octo-org/octo-repo',
};
export const LIB = {
  id: 1296270,
  full_name: 'octo-org/octo-lib',
  private: false,
  html_url: 'https://github.com/octo-org/octo-lib',
};
export const FORK = { id: 47107949, full_name: 'monalisa/octo-repo' };
export const AT = '2026-03-02T10:00:00Z';
export const SHA = '34414049caa138a0ed4fb8096f34e64154138735';

export function account(login: string, type = 'User'): Part {
  return { login, type };
}

export function labels(...names: string[]): Part[] {
  return names.map((name) => ({ name }));
}

export function issue(over: Part = {}): Part {
  return {
    number: 12,
    state: 'open',
    user: account('octocat'),
    author_association: 'OWNER',
    labels: [],
    body: 'Steps to reproduce are in the log.',
    created_at: AT,
    updated_at: AT,
    ...over,
  };
}

/** A pull request as `issues` and `issue_comment` send it. */
export function issueOfPullRequest(over: Part = {}): Part {
  return issue({ number: 44, pull_request: {}, body: 'Adjusts the widget.', ...over });
}

export function pullRequest(over: Part = {}): Part {
  return {
    ...issue({ number: 44, author_association: 'MEMBER', body: 'Adjusts the widget.' }),
    merged: false,
    head: head(),
    base: { ref: 'main', repo: HERE },
    ...over,
  };
}

export function head(ref = 'widget-tweak', repo: unknown = HERE): Part {
  return { ref, sha: SHA, repo };
}

export function comment(over: Part = {}): Part {
  return { id: 7, body: 'ping', user: account('octocat'), author_association: 'MEMBER', updated_at: AT, ...over };
}

export function review(over: Part = {}): Part {
  return {
    id: 9,
    body: 'See inline.',
    user: account('octocat'),
    author_association: 'MEMBER',
    submitted_at: AT,
    ...over,
  };
}

export function attachedPullRequest(number: unknown, over: Part = {}): Part {
  return { number, head: head(), base: { ref: 'main', repo: { id: HERE.id } }, ...over };
}

export function workflowRun(over: Part = {}): Part {
  return {
    id: 501,
    check_suite_id: 900,
    run_attempt: 1,
    head_branch: 'widget-tweak',
    head_sha: SHA,
    head_repository: HERE,
    status: 'completed',
    conclusion: 'failure',
    pull_requests: [],
    run_started_at: AT,
    updated_at: AT,
    ...over,
  };
}

export function checkSuite(over: Part = {}): Part {
  return {
    id: 900,
    head_branch: 'widget-tweak',
    head_sha: SHA,
    conclusion: 'failure',
    pull_requests: [],
    updated_at: AT,
    ...over,
  };
}

export function checkRun(over: Part = {}): Part {
  return {
    id: 601,
    name: 'test',
    head_sha: SHA,
    conclusion: 'failure',
    pull_requests: [],
    check_suite: checkSuite({ conclusion: null }),
    started_at: AT,
    completed_at: AT,
    ...over,
  };
}

/** The envelope: action, repository and sender round the parts of an event. */
export function delivery(action: string | null, parts: Part, over: Part = {}): Part {
  return { ...(action !== null && { action }), ...parts, repository: HERE, sender: account('octocat'), ...over };
}
