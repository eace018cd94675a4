/** How many items the deliveries are about. */
export const ITEMS = 10;
const BYTES = 20_000;

let made = 0;

/** A comment of 20 kB as GitHub sends it, each with a text of its own: links by the dozen, and an issue with a long body. */
export function samplePayload() {
  made += 1;
  const number = (made % ITEMS) + 1;
  const payload = {
    action: 'created',
    issue: {
      ...links(`repos/octo-org/octo-repo/issues/${number}`),
      id: 79592932 + number,
      number,
      title: `Widget ${number} misbehaves`,
      user: account('octocat'),
      labels: Array.from({ length: 6 }, (_, n) => ({ id: n, name: `area: ${n}`, color: 'ededed', default: false })),
      state: 'open',
      assignees: [account('hubot'), account('monalisa')],
      created_at: '2026-03-02T10:00:00Z',
      updated_at: '2026-03-02T10:00:00Z',
      author_association: 'OWNER',
      body: '',
    },
    comment: {
      ...links(`repos/octo-org/octo-repo/issues/comments/${made}`),
      id: made,
      user: account('octocat'),
      created_at: '2026-03-02T10:00:00Z',
      updated_at: '2026-03-02T10:00:00Z',
      author_association: 'OWNER',
      body: `Comment ${made} of process ${process.pid} at ${Date.now()}`,
    },
    repository: {
      ...links('repos/octo-org/octo-repo'),
      id: 1296269,
      name: 'octo-repo',
      full_name: 'octo-org/octo-repo',
      private: true,
      owner: account('octo-org'),
      default_branch: 'main',
    },
    sender: account('octocat'),
  };
  const missing = BYTES - JSON.stringify(payload).length;
  payload.issue.body = 'Steps to reproduce are in the log. '.repeat(Math.ceil(missing / 35)).slice(0, missing);
  return payload;
}

const account = (login: string) => ({
  login,
  id: 173538045,
  node_id: 'U_173538045',
  ...links(`users/${login}`),
  type: 'User',
});

function links(path: string): Record<string, string> {
  const names = [
    'url',
    'html_url',
    'events_url',
    'hooks_url',
    'labels_url',
    'comments_url',
    'timeline_url',
    'teams_url',
  ];
  const more = ['followers_url', 'following_url', 'gists_url', 'starred_url', 'repos_url', 'keys_url', 'trees_url'];
  return Object.fromEntries([...names, ...more].map((name) => [name, `https://api.github.com/${path}/${name}`]));
}
