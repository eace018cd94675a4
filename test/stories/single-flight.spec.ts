import { issueWithSixLabels } from '../routing/bursts.js';
import { comment, delivery, issue, labels } from '../routing/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const GO = 'the-loop: auto-execute';

/** Seven deliveries about one new issue, in no fixed order, start one session. */
describe('spawning', () => {
  let world: StoryWorld;
  beforeEach(async () => (world = await StoryWorld.begin()));
  afterEach(() => world.end());

  const spawnsOf = async (number: number) => {
    const { id } = await world.session(`github:octo-org/octo-repo#${number}`);
    return (await world.rows()).filter((row) => row.sessionId === id).map(({ kind }) => kind);
  };

  test('an issue created with six labels is one session and one turn, in whatever order it is told', async () => {
    const orders = [
      ...Array.from({ length: 7 }, (_, shift) => (n: number) => rotated(issueWithSixLabels(n), shift)),
      (n: number) => issueWithSixLabels(n).reverse(),
    ];
    for (const [index, order] of orders.entries()) {
      const number = 100 + index;
      const { turns, answers } = await world.tell(...order(number));
      expect([number, turns]).toEqual([number, 1]);
      expect(answers.filter((answer) => answer === 'spawn label')).toHaveLength(1);
      expect(await spawnsOf(number)).toEqual(['spawn']);
    }
    expect(await world.sessions()).toEqual(orders.map((_, index) => `#${100 + index} active`));
  });

  test('also when all of it arrives at once', async () => {
    for (const [index, step] of [1, 2, 3, 4, 5, 6].entries()) {
      const number = 200 + index;
      const burst = issueWithSixLabels(number);
      const shuffled = burst.map((_, n) => burst[(n * step + index) % 7]!);
      const { turns, answers } = await world.tellAtOnce(...shuffled);
      expect([number, turns]).toEqual([number, 1]);
      expect(answers.filter((answer) => answer === 'spawn label')).toHaveLength(1);
      expect(await spawnsOf(number)).toEqual(['spawn']);
    }
  });

  test('two comments at once on a labelled issue are one session: the second waits for the first', async () => {
    const armed = issue({ labels: labels(GO) });
    const talk = (id: number) =>
      [
        'issue_comment',
        delivery('created', { issue: armed, comment: comment({ id, body: `comment ${id}` }) }),
      ] as const;
    const { answers, turns, sessions } = await world.tellAtOnce(talk(1), talk(2));
    expect([...answers].sort()).toEqual(['resume matched', 'spawn label']);
    expect([turns, sessions]).toEqual([2, ['#12 active']]);
    expect(world.turns.map(({ kind }) => kind)).toEqual(['spawn', 'resume']);
    expect(new Set(world.turns.map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  test('nothing starts on what is closed, deleted or transferred', async () => {
    const armed = { labels: labels(GO) };
    const issues = (action: string, over = {}, more = {}) =>
      ['issues', delivery(action, { issue: issue({ ...armed, ...over }), ...more })] as const;
    const onClosed = { issue: issue({ ...armed, state: 'closed' }), comment: comment() };
    expect(
      await world.tell(
        issues('closed', { state: 'closed' }),
        issues('labeled', { state: 'closed' }, { label: { name: GO } }),
        issues('deleted'),
        issues('transferred'),
        ['issue_comment', delivery('created', onClosed)],
      ),
    ).toEqual({
      answers: [
        'ignore close-unmatched',
        'ignore item-closed',
        'ignore close-unmatched',
        'ignore item-closed',
        'ignore item-closed',
      ],
      turns: 0,
      sessions: [],
    });
  });
});

function rotated<T>(list: readonly T[], by: number): T[] {
  return [...list.slice(by), ...list.slice(0, by)];
}
