import {
  AT,
  attachedPullRequest,
  checkRun,
  checkSuite,
  comment,
  delivery,
  FORK,
  head,
  HERE,
  issue,
  issueOfPullRequest,
  labels,
  LIB,
  pullRequest,
  review,
  SHA,
  workflowRun,
} from '../../test/routing/payloads.js';
import { readEvent } from './read-event.js';

const read = (name: string, payload: unknown) => readEvent(name, 'd-1', payload);
const ran = (over: Record<string, unknown>) =>
  read('workflow_run', delivery('completed', { workflow_run: workflowRun(over) })).ci;
const suite = (over: Record<string, unknown>) =>
  read('check_suite', delivery('completed', { check_suite: checkSuite(over) })).ci;

describe('reading an event', () => {
  test('an issue', () => {
    const event = read(
      'issues',
      delivery('labeled', { issue: issue({ labels: labels('bug') }), label: { name: 'bug' } }),
    );
    expect(event).toMatchObject({
      name: 'issues',
      action: 'labeled',
      deliveryId: 'd-1',
      repository: { owner: 'octo-org', repo: 'octo-repo', id: HERE.id, private: false, host: 'github.com' },
      sender: { login: 'octocat', type: 'User' },
      subject: { kind: 'issue', ref: { number: 12 }, state: 'open', labels: ['bug'], association: 'OWNER' },
      label: 'bug',
      text: null,
      author: null,
      pullRequest: null,
      ci: null,
      happenedAt: Date.parse(AT),
    });
  });

  test('a comment on a pull request, which GitHub calls an issue', () => {
    const item = issueOfPullRequest({ body: 'Closes #12' });
    expect(read('issue_comment', delivery('created', { issue: item, comment: comment() }))).toMatchObject({
      subject: { kind: 'pull-request', ref: { number: 44 }, body: 'Closes #12' },
      text: { body: 'ping', association: 'MEMBER' },
      author: { login: 'octocat' },
      pullRequest: { headSha: null, ownHead: false, merged: false },
    });
  });

  test('a pull request', () => {
    expect(read('pull_request', delivery('closed', { pull_request: pullRequest({ merged: true }) }))).toMatchObject({
      subject: { kind: 'pull-request', ref: { number: 44 } },
      pullRequest: {
        headRef: 'widget-tweak',
        headSha: SHA,
        headRepositoryId: HERE.id,
        baseRepositoryId: HERE.id,
        ownHead: true,
        merged: true,
      },
    });
  });

  test.each([
    ['a fork', head('x', FORK), false],
    ['a fork that is gone', head('x', null), false],
    ['nothing', undefined, false],
    ['the same name without an id', head('x', { full_name: 'Octo-Org/octo-repo' }), true],
    ['another name without an id', head('x', { full_name: 'monalisa/octo-repo' }), false],
  ])('a head in %s', (_where, headPart, own) => {
    const event = read('pull_request', delivery('opened', { pull_request: pullRequest({ head: headPart }) }));
    expect(event.pullRequest?.ownHead).toBe(own);
  });

  test('a review and its inline comments share a key', () => {
    const of = (name: string, parts: Record<string, unknown>) =>
      read(name, delivery('submitted', { pull_request: pullRequest(), ...parts })).reviewKey;
    expect(of('pull_request_review', { review: review({ id: 9, body: null }) })).toBe('octo-org/octo-repo#9');
    expect(of('pull_request_review_comment', { comment: comment({ pull_request_review_id: 9 }) })).toBe(
      'octo-org/octo-repo#9',
    );
    expect(of('pull_request_review_comment', { comment: comment() })).toBeNull();
  });

  test('where a transferred issue goes', () => {
    const changes = { new_issue: { number: 7 }, new_repository: LIB };
    expect(read('issues', delivery('transferred', { issue: issue(), changes })).movedTo).toEqual({
      ref: { provider: 'github', owner: 'octo-org', repo: 'octo-lib', number: 7 },
      repositoryId: LIB.id,
    });
    expect(read('issues', delivery('edited', { issue: issue(), changes })).movedTo).toBeNull();
    expect(read('issues', delivery('transferred', { issue: issue() })).movedTo).toBeNull();
  });

  test('the branch of a push, and no tag', () => {
    const branch = (ref: unknown) => read('push', delivery(null, { ref, after: SHA })).branch;
    expect(branch('refs/heads/claude/issue-12')).toBe('claude/issue-12');
    expect(branch('refs/tags/issue-12')).toBeNull();
    expect(branch('issue-12')).toBeNull();
    expect(branch(12)).toBeNull();
  });
});

describe('reading CI', () => {
  test('a workflow run', () => {
    expect(ran({ head_branch: 'issue-12', run_attempt: 2, pull_requests: [attachedPullRequest(44)] })).toMatchObject({
      headSha: SHA,
      branches: ['issue-12'],
      ownBranches: true,
      headRepositoryId: HERE.id,
      pullRequests: [{ number: 44 }],
      completed: true,
      conclusion: 'failure',
      suiteKey: `${HERE.id}·${SHA}·900`,
      attempt: 2,
      checkName: null,
    });
  });

  test.each([
    ['a fork', { head_repository: FORK }, false],
    ['a fork that is gone', { head_repository: null }, false],
    ['no telling', { head_repository: undefined }, false],
  ])('a workflow run of %s', (_what, over, own) => expect(ran(over)?.ownBranches).toBe(own));

  test('the three events of one suite share its key, an attempt more or less', () => {
    const run = read('check_run', delivery('completed', { check_run: checkRun() })).ci;
    expect(
      new Set([ran({})?.suiteKey, ran({ run_attempt: 2 })?.suiteKey, suite({})?.suiteKey, run?.suiteKey]).size,
    ).toBe(1);
    expect(suite({ id: 901 })?.suiteKey).not.toBe(run?.suiteKey);
    expect(suite({ head_sha: SHA.replace('3', '4') })?.suiteKey).not.toBe(run?.suiteKey);
  });

  test('a check run has the branch of its suite and both lists', () => {
    const lists = {
      pull_requests: [attachedPullRequest(45)],
      check_suite: checkSuite({
        head_branch: 'issue-12',
        pull_requests: [attachedPullRequest(44), attachedPullRequest(45)],
      }),
    };
    const { ci } = read('check_run', delivery('completed', { check_run: checkRun(lists) }));
    expect(ci).toMatchObject({ branches: ['issue-12'], checkName: 'test', attempt: null, startedAt: Date.parse(AT) });
    expect(ci?.pullRequests.map(({ number }) => number)).toEqual([45, 44, 45]);
  });

  test('a suite whose branch is the head of a fork knows it from the pull requests attached', () => {
    const ofFork = attachedPullRequest(44, { head: head('issue-12', FORK) });
    const own = attachedPullRequest(45, { head: head('issue-12') });
    const other = attachedPullRequest(46, { head: head('other', FORK) });
    const branch = { head_branch: 'issue-12' };
    expect(suite({ ...branch, pull_requests: [ofFork] })).toMatchObject({
      ownBranches: false,
      headRepositoryId: FORK.id,
    });
    expect(suite({ ...branch, pull_requests: [ofFork, own] })).toMatchObject({
      ownBranches: true,
      headRepositoryId: null,
    });
    expect(suite({ ...branch, pull_requests: [other] })?.ownBranches).toBe(true);
    expect(suite({ ...branch, pull_requests: [] })?.ownBranches).toBe(true);
  });

  test.each([
    ['another base repository', { base: { repo: { id: FORK.id } } }],
    ['a base that is not told', { base: undefined }],
    ['a base without a repository', { base: { repo: null } }],
    ['a number that is a text', { number: '44' }],
    ['zero', { number: 0 }],
    ['a negative number', { number: -44 }],
    ['a fraction', { number: 4.4 }],
    ['a number too large', { number: 2 ** 31 }],
  ])('an attached pull request with %s does not count', (_what, over) => {
    const list = [null, 'x', 44, attachedPullRequest(44, over), attachedPullRequest(45)];
    expect(suite({ pull_requests: list })?.pullRequests.map(({ number }) => number)).toEqual([45]);
  });

  test.each([
    ['null', null],
    ['an object', {}],
    ['a text', 'x'],
    ['absent', undefined],
  ])('a list that is %s is an empty list', (_what, list) => {
    expect(suite({ pull_requests: list })?.pullRequests).toEqual([]);
    expect(read('status', delivery(null, { sha: SHA, state: 'failure', branches: list })).ci?.branches).toEqual([]);
  });

  test('a status has branches and a state', () => {
    const branches = [{ name: 'main' }, null, { name: 'issue-12' }, { name: 12 }];
    const of = (state: string) => read('status', delivery(null, { sha: SHA, state, context: 'ci/build', branches })).ci;
    expect(of('failure')).toMatchObject({ branches: ['main', 'issue-12'], completed: true, conclusion: 'failure' });
    expect(of('pending')).toMatchObject({ completed: false, checkName: 'ci/build' });
  });

  test('a check that is asked for again has not ended, whatever it says', () => {
    const asked = read('check_run', delivery('rerequested', { check_run: checkRun({ conclusion: 'failure' }) }));
    expect(asked.ci?.completed).toBe(false);
  });
});

describe('what cannot be read', () => {
  const issueWith = (over: Record<string, unknown>, envelope = {}) =>
    read('issues', delivery('opened', { issue: issue(over) }, envelope));

  test.each([
    ['a text', '12'],
    ['zero', 0],
    ['negative', -1],
    ['a fraction', 1.5],
    ['too large', 2 ** 31],
    ['null', null],
    ['a list', [12]],
  ])('a number that is %s names no issue', (_what, number) => expect(issueWith({ number }).subject).toBeNull());

  test.each([
    ['no slash', 'octo-repo'],
    ['two slashes', 'octo-org/octo/repo'],
    ['dots', 'octo-org/..'],
    ['a dot', 'octo-org/.'],
    ['an empty owner', '/octo-repo'],
    ['a blank', 'octo org/octo-repo'],
    ['a line end', 'octo-org/octo-repo\n'],
    ['an owner that begins with a hyphen', '-octo/octo-repo'],
    ['not a text', 12],
    ['nothing', undefined],
  ])('a repository name with %s is none', (_what, full_name) => {
    const event = issueWith({}, { repository: { ...HERE, full_name } });
    expect([event.repository, event.subject]).toEqual([null, null]);
  });

  test('labels are read one by one', () => {
    expect(issueWith({ labels: [null, { name: 'a' }, { name: null }, 'b', { name: 'c' }] }).subject?.labels).toEqual([
      'a',
      'c',
    ]);
    expect(issueWith({ labels: null }).subject?.labels).toEqual([]);
    expect(issueWith({ labels: 'bug' }).subject?.labels).toEqual([]);
  });

  test.each([
    ['octocat', 'octocat'],
    ['octo_corp', 'octo_corp'],
    ['octo-coverage[bot]', 'octo-coverage[bot]'],
    ['octocat\n', null],
    ['octo cat', null],
    ['[bot]', null],
    ['<b>', null],
    ['', null],
    [12, null],
    [null, null],
  ])('the login %j is read as %j', (login, read) => {
    expect(issueWith({}, { sender: { login } }).sender?.login ?? null).toBe(read);
  });

  test.each([
    ['a branch with a line end', 'issue-12\n'],
    ['a branch with a blank', 'issue 12'],
    ['a branch that climbs', '../issue-12'],
    ['a branch longer than git takes', 'issue-12' + 'x'.repeat(300)],
    ['no text', 12],
  ])('%s is none', (_what, ref) => {
    const event = read(
      'pull_request',
      delivery('opened', { pull_request: pullRequest({ head: head(ref as string) }) }),
    );
    expect(event.pullRequest?.headRef).toBeNull();
  });

  test('fields are own fields', () => {
    const inherited = Object.create({ issue: issue(), action: 'opened' }) as object;
    expect(read('issues', Object.assign(inherited, { repository: HERE }))).toMatchObject({
      subject: null,
      action: null,
    });
    const polluted = JSON.parse(
      '{"__proto__": {"issue": {"number": 12}}, "repository": {"full_name": "o/r"}}',
    ) as unknown;
    expect(read('issues', polluted).subject).toBeNull();
    expect(read('constructor', delivery('opened', { issue: issue() })).subject).toBeNull();
  });

  test.each([null, undefined, 'x', 12, [], [{}], true])('a body that is %j is about nothing', (body) => {
    expect(read('issues', body)).toMatchObject({ repository: null, subject: null, sender: null, action: null });
  });
});

describe('a part that is there and broken', () => {
  test.each([null, 'x', [], 12])('leaves a comment that is %j without words and author', (broken) => {
    const event = read('issue_comment', delivery('created', { issue: issue(), comment: broken }));
    expect(event).toMatchObject({
      subject: { ref: { number: 12 } },
      text: { body: null, association: null },
      author: null,
    });
  });

  test.each(['issue', 'pull_request', 'workflow_run', 'check_run', 'check_suite'])('%s: nothing is named', (part) => {
    for (const broken of [null, 'x', [], 12]) {
      const name = part === 'issue' ? 'issues' : part;
      const event = read(name, delivery('completed', { [part]: broken }));
      expect([event.subject, event.ci?.pullRequests ?? [], event.ci?.branches ?? []]).toEqual([null, [], []]);
    }
  });
});

describe('a body that does not fit the event in its header', () => {
  const bodies: Record<string, Record<string, unknown>> = {
    issues: { issue: issue() },
    issue_comment: { issue: issue(), comment: comment() },
    pull_request: { pull_request: pullRequest() },
    pull_request_review: { pull_request: pullRequest(), review: review() },
    pull_request_review_comment: { pull_request: pullRequest(), comment: comment() },
    pull_request_review_thread: { pull_request: pullRequest(), thread: { comments: [] } },
    workflow_run: { workflow_run: workflowRun() },
    workflow_job: { workflow_job: workflowRun() },
    check_suite: { check_suite: checkSuite() },
    check_run: { check_run: checkRun() },
    status: { sha: SHA, state: 'failure' },
    push: { ref: 'refs/heads/issue-12', after: SHA },
  };
  const isAbout = (name: string, body: Record<string, unknown>): boolean => {
    const { subject, ci, branch } = read(name, delivery('created', body));
    return subject !== null || ci !== null || branch !== null;
  };

  test.each(Object.keys(bodies))('%s takes its own body and no other', (name) => {
    for (const [other, body] of Object.entries(bodies))
      expect([other, isAbout(name, body)]).toEqual([other, other === name]);
  });
});
