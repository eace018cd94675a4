/** Payloads in GitHub's shape, as small as routing allows; the fields a test is about are given by the test. */
const REPOSITORY = {
  id: 1296269,
  name: 'octo-repo',
  full_name: 'octo-org/octo-repo',
  private: true,
  html_url: 'https://github.com/octo-org/octo-repo',
  owner: { login: 'octo-org', id: 78821341, type: 'Organization' },
};

export const person = (login: string) => ({ login, id: 173538045, type: 'User' });

export function issue(number: number, change: Record<string, unknown> = {}) {
  return {
    id: 79592932,
    number,
    html_url: `https://github.com/octo-org/octo-repo/issues/${number}`,
    title: `Widget ${number} misbehaves`,
    user: person('octocat'),
    author_association: 'OWNER',
    labels: [],
    state: 'open',
    body: 'Steps to reproduce are in the log.',
    created_at: '2026-03-02T10:00:00Z',
    updated_at: '2026-03-02T10:00:00Z',
    ...change,
  };
}

export function issueComment(number: number, body = 'Please have a look.', change: Record<string, unknown> = {}) {
  return {
    action: 'created',
    issue: issue(number),
    comment: {
      id: 78030386,
      html_url: `https://github.com/octo-org/octo-repo/issues/${number}#issuecomment-78030386`,
      user: person('octocat'),
      author_association: 'OWNER',
      body,
      created_at: '2026-03-02T10:00:00Z',
      updated_at: '2026-03-02T10:00:00Z',
    },
    repository: REPOSITORY,
    sender: person('octocat'),
    ...change,
  };
}

export function issueEvent(action: string, number: number, change: Record<string, unknown> = {}) {
  return { action, issue: issue(number), repository: REPOSITORY, sender: person('octocat'), ...change };
}
