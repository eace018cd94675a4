import { comment, delivery, head, issue, issueOfPullRequest, labels, pullRequest } from '../routing/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const GO = 'the-loop: auto-execute';

describe('two pull requests of one item', () => {
  let world: StoryWorld;
  beforeEach(async () => (world = await StoryWorld.begin()));
  afterEach(() => world.end());

  const pulls = (number: number, action: string, over = {}) => {
    const own = { number, body: 'Closes #12', head: head(`issue-12-part-${number}`), ...over };
    return ['pull_request', delivery(action, { pull_request: pullRequest(own) })] as const;
  };
  const talkOn = (number: number, body: string) =>
    [
      'issue_comment',
      delivery('created', { issue: issueOfPullRequest({ number }), comment: comment({ body }) }),
    ] as const;
  const merged = { state: 'closed', merged: true };

  test('the session stays for the second one, ends with it, and wakes when it is reopened', async () => {
    const armed = issue({ labels: labels(GO) });
    await world.tell(['issues', delivery('labeled', { issue: armed, label: { name: GO } })]);
    expect(await world.tell(pulls(44, 'opened'), pulls(45, 'opened'))).toEqual({
      answers: ['ignore quiet-action', 'ignore quiet-action'],
      turns: 0,
      sessions: ['#12 active (#44 open, #45 open)'],
    });

    expect(await world.tell([...pulls(44, 'closed', merged), 'd-44-over'])).toEqual({
      answers: ['ignore kept-open'],
      turns: 0,
      sessions: ['#12 active (#44 over, #45 open)'],
    });
    expect((await world.delivery('d-44-over')).evidence).toMatchObject({
      because: 'The session of github:octo-org/octo-repo#12 goes on, because github:octo-org/octo-repo#45 is open',
    });
    expect((await world.activity('session.kept_open')).map(({ reason }) => reason)).toEqual([
      'github:octo-org/octo-repo#44',
    ]);

    // The conversation of either reaches the session, by the record alone.
    expect(await world.tell(talkOn(45, 'One more thing.'), talkOn(44, 'Thanks!'))).toEqual({
      answers: ['resume binding', 'resume binding'],
      turns: 2,
      sessions: ['#12 active (#44 over, #45 open)'],
    });

    expect(await world.tell(pulls(45, 'closed', { state: 'closed' }))).toEqual({
      answers: ['close pr-closed'],
      turns: 0,
      sessions: ['#12 closed (#44 over, #45 over)'],
    });
    expect(await world.tell(pulls(45, 'reopened'))).toEqual({
      answers: ['resume reopened'],
      turns: 1,
      sessions: ['#12 active (#44 over, #45 open)'],
    });
    expect(await world.tell(pulls(45, 'closed', merged))).toEqual({
      answers: ['close pr-merged'],
      turns: 0,
      sessions: ['#12 closed (#44 over, #45 over)'],
    });
    expect(world.turns.map(({ kind }) => kind)).toEqual(['spawn', 'resume', 'resume', 'resume']);
  });

  test('the issue itself ends the session, whatever is still open', async () => {
    await world.register('github:octo-org/octo-repo#12');
    await world.tell(pulls(44, 'opened'), pulls(45, 'opened'));
    expect(await world.tell(['issues', delivery('closed', { issue: issue({ state: 'closed' }) })])).toEqual({
      answers: ['close issue-closed'],
      turns: 0,
      sessions: ['#12 closed (#44 open, #45 open)'],
    });
  });

  test('a merge waits for the turn that runs, and what comes later finds no session', async () => {
    await world.register('github:octo-org/octo-repo#12');
    await world.tell(pulls(44, 'opened'));
    world.plan({ match: 'Work on it.', do: { hold: world.gate } });
    await world.post(talkOn(44, 'Work on it.'));
    await world.begun(1);
    expect(await world.post(pulls(44, 'closed', merged))).toBe('close pr-merged');
    expect(await world.sessions()).toEqual(['#12 closing (#44 over)']);
    expect(await world.post(talkOn(44, 'Thanks!'))).toBe('ignore session-closing');
    world.openGate();
    await world.quiet();
    expect(await world.sessions()).toEqual(['#12 closed (#44 over)']);
    expect(world.turns).toHaveLength(1);
  });
});
