import { comment, delivery, head, issue, issueOfPullRequest, labels, pullRequest } from '../routing/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const GO = 'the-loop: auto-execute';

/** Deliveries keep no order: what was written before the merge may arrive after it, and say that all is open. */
describe('a comment that arrives after the merge', () => {
  let world: StoryWorld;
  beforeEach(async () => {
    world = await StoryWorld.begin();
    const armed = issue({ labels: labels(GO) });
    await world.tell(['issues', delivery('labeled', { issue: armed, label: { name: GO } })]);
    const own = { body: 'Closes #12', head: head('issue-12-widget'), labels: labels(GO) };
    await world.tell(['pull_request', delivery('opened', { pull_request: pullRequest(own) })]);
    const merged = { ...own, state: 'closed', merged: true };
    expect(await world.tell(['pull_request', delivery('closed', { pull_request: pullRequest(merged) })])).toEqual({
      answers: ['close pr-merged'],
      turns: 0,
      sessions: ['#12 closed (#44 over)'],
    });
  });
  afterEach(() => world.end());

  const later = () => new Date(Date.now() + 60_000).toISOString();
  const nothing = (answer: string) => ({ answers: [answer], turns: 0, sessions: ['#12 closed (#44 over)'] });

  test('starts nothing when it was written before', async () => {
    const armed = { labels: labels(GO), body: 'Closes #12' };
    const onPullRequest = delivery('created', { issue: issueOfPullRequest(armed), comment: comment() });
    expect(await world.tell(['issue_comment', onPullRequest])).toEqual(nothing('ignore older-than-close'));
    // Without its description only the record knows whose pull request it was.
    const onOther = delivery('created', {
      issue: issueOfPullRequest({ labels: labels(GO) }),
      comment: comment({ id: 8 }),
    });
    expect(await world.tell(['issue_comment', onOther])).toEqual(nothing('ignore older-than-close'));
    const onIssue = delivery('created', { issue: issue({ labels: labels(GO) }), comment: comment() });
    expect(await world.tell(['issue_comment', onIssue])).toEqual(nothing('ignore older-than-close'));
  });

  test('starts nothing when it was written after, on what is closed', async () => {
    const over = issueOfPullRequest({ state: 'closed', labels: labels(GO), body: 'Closes #12' });
    const thanks = delivery('created', { issue: over, comment: comment({ body: 'Thanks!', updated_at: later() }) });
    expect(await world.tell(['issue_comment', thanks])).toEqual(nothing('ignore item-closed'));
  });

  test('starts anew when the issue is open again and somebody asks for more', async () => {
    const more = comment({ body: 'There is more to do.', updated_at: later() });
    const again = delivery('created', { issue: issue({ labels: labels(GO) }), comment: more });
    expect(await world.tell(['issue_comment', again])).toEqual({
      answers: ['spawn label'],
      turns: 1,
      sessions: ['#12 closed (#44 over)', '#12 active'],
    });
  });
});
