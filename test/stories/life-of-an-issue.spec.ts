import { pushWithOneFailingJob, rerunFailingAgain } from '../routing/bursts.js';
import { comment, delivery, head, issue, labels, pullRequest, review } from '../routing/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const GO = 'the-loop: auto-execute';
const ITEM = 'github:octo-org/octo-repo#12';

/** From the label to the reopening, every step by the real door. */
describe('the life of an issue', () => {
  let world: StoryWorld;
  beforeEach(async () => (world = await StoryWorld.begin()));
  afterEach(() => world.end());

  const own = { body: 'Closes #12', head: head('issue-12-widget') };
  const pulls = (action: string, over = {}) =>
    ['pull_request', delivery(action, { pull_request: pullRequest({ ...own, ...over }) })] as const;
  const issues = (action: string, over = {}, more = {}) =>
    ['issues', delivery(action, { issue: issue(over), ...more })] as const;

  test('label, spawn, pull request, review, red CI, re-run, merge, reopening: one session and one conversation', async () => {
    expect(await world.tell(issues('opened'))).toEqual({
      answers: ['ignore label-missing'],
      turns: 0,
      sessions: [],
    });

    const armed = { labels: labels(GO) };
    expect(await world.tell(issues('labeled', armed, { label: labels(GO)[0] }))).toEqual({
      answers: ['spawn label'],
      turns: 1,
      sessions: ['#12 active'],
    });
    const { harnessSessionId } = await world.session(ITEM);
    expect(world.turns.map(({ kind, sessionId }) => [kind, sessionId])).toEqual([['spawn', harnessSessionId]]);

    expect(await world.tell(pulls('opened'), pulls('synchronize'))).toEqual({
      answers: ['ignore quiet-action', 'ignore quiet-action'],
      turns: 0,
      sessions: ['#12 active (#44 open)'],
    });

    const reviewed = delivery('submitted', { pull_request: pullRequest(own), review: review({ body: 'Handle 0.' }) });
    expect(await world.tell(['pull_request_review', reviewed])).toEqual({
      answers: ['resume matched'],
      turns: 1,
      sessions: ['#12 active (#44 open)'],
    });
    expect(world.prompts.at(-1)).toContain('Handle 0.');

    const red = await world.tell(...pushWithOneFailingJob());
    expect(red).toMatchObject({ turns: 1, sessions: ['#12 active (#44 open)'] });
    expect(red.answers.filter((answer) => answer !== 'ignore ci-not-failed')).toEqual([
      'resume matched',
      'ignore suite-already-reported',
      'ignore suite-already-reported',
    ]);

    expect(await world.tell(...rerunFailingAgain())).toMatchObject({
      turns: 1,
      sessions: ['#12 active (#44 open)'],
    });

    expect(await world.tell(pulls('closed', { state: 'closed', merged: true }))).toEqual({
      answers: ['close pr-merged'],
      turns: 0,
      sessions: ['#12 closed (#44 over)'],
    });
    expect(await world.tell(issues('closed', { state: 'closed', ...armed }))).toEqual({
      answers: ['ignore close-unmatched'],
      turns: 0,
      sessions: ['#12 closed (#44 over)'],
    });

    expect(await world.tell(issues('reopened', armed))).toEqual({
      answers: ['resume reopened'],
      turns: 1,
      sessions: ['#12 active (#44 over)'],
    });
    const talk = delivery('created', { issue: issue(armed), comment: comment({ body: 'It broke again.' }) });
    expect(await world.tell(['issue_comment', talk])).toEqual({
      answers: ['resume matched'],
      turns: 1,
      sessions: ['#12 active (#44 over)'],
    });
    expect(new Set(world.turns.map(({ sessionId }) => sessionId))).toEqual(new Set([harnessSessionId]));
    expect(world.turns.map(({ kind }) => kind)).toEqual(['spawn', ...Array<string>(5).fill('resume')]);
  });
});
