import { comment, delivery, head, HERE, issue, labels, LIB, pullRequest, review } from '../routing/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const GO = 'the-loop: auto-execute';
const RENAMED = { ...HERE, full_name: 'octo-org/widgets', html_url: 'https://github.com/octo-org/widgets' };
const SUCCESSOR = { ...HERE, id: 4711 };

describe('a repository that is renamed in mid-life', () => {
  let world: StoryWorld;
  beforeEach(async () => (world = await StoryWorld.begin()));
  afterEach(() => world.end());

  const here = (repository: unknown) => ({ repository });
  const talk = (body: string, repository: unknown = HERE, number = 12) =>
    [
      'issue_comment',
      delivery('created', { issue: issue({ number }), comment: comment({ body }) }, here(repository)),
    ] as const;
  const own = (repository: unknown) => ({ head: head('tweak', repository), base: { ref: 'main', repo: repository } });

  test('keeps its session, its conversation and its pull requests, under the new name', async () => {
    const armed = issue({ labels: labels(GO) });
    await world.tell(['issues', delivery('labeled', { issue: armed, label: { name: GO } })]);
    const linked = pullRequest({ ...own(HERE), body: 'Closes #12' });
    await world.tell(['pull_request', delivery('opened', { pull_request: linked })]);
    expect(await world.sessions()).toEqual(['#12 active (#44 open)']);

    expect(await world.tell(talk('Renamed.', RENAMED))).toEqual({
      answers: ['resume matched'],
      turns: 1,
      sessions: ['widgets#12 active (widgets#44 open)'],
    });
    expect((await world.activity('session.registered')).map(({ workItem, reason }) => [workItem, reason])).toEqual([
      ['github:octo-org/widgets#12', 'repository-renamed from github:octo-org/octo-repo#12'],
    ]);

    const reviewed = delivery(
      'submitted',
      { pull_request: pullRequest(own(RENAMED)), review: review() },
      here(RENAMED),
    );
    expect(await world.tell(['pull_request_review', reviewed])).toEqual({
      answers: ['resume binding'],
      turns: 1,
      sessions: ['widgets#12 active (widgets#44 open)'],
    });

    // Another repository takes over the old name: it has no part in the session.
    expect(await world.tell(talk('Hello.', SUCCESSOR))).toMatchObject({ answers: ['ignore label-missing'], turns: 0 });

    const merged = pullRequest({ ...own(RENAMED), state: 'closed', merged: true });
    expect(await world.tell(['pull_request', delivery('closed', { pull_request: merged }, here(RENAMED))])).toEqual({
      answers: ['close pr-merged'],
      turns: 0,
      sessions: ['widgets#12 closed (widgets#44 over)'],
    });
    expect(new Set(world.turns.map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  test('a registration by hand learns the id from the first event, and follows the name from then on', async () => {
    await world.register('github:Octo-Org/OCTO-repo#12');
    expect(await world.tell(talk('One.'))).toMatchObject({ answers: ['resume matched'], turns: 1 });
    expect(await world.tell(talk('Two.', RENAMED))).toMatchObject({ answers: ['resume matched'], turns: 1 });
    expect(await world.sessions()).toEqual(['widgets#12 active']);
  });

  test('an issue that is transferred takes its session along', async () => {
    await world.register('github:octo-org/octo-repo#12');
    const changes = { new_issue: issue({ number: 7 }), new_repository: LIB };
    expect(await world.tell(['issues', delivery('transferred', { issue: issue(), changes })])).toEqual({
      answers: ['resume matched'],
      turns: 1,
      sessions: ['octo-lib#7 active'],
    });
    expect(await world.tell(talk('Here now.', LIB, 7))).toEqual({
      answers: ['resume matched'],
      turns: 1,
      sessions: ['octo-lib#7 active'],
    });
    expect(await world.tell(talk('Left behind.'))).toMatchObject({ answers: ['ignore label-missing'], turns: 0 });
  });
});
