import { reviewWithTwelveComments } from '../routing/bursts.js';
import { comment, delivery, issue } from '../routing/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const ITEM = 'github:octo-org/octo-repo#12';

describe('batching', () => {
  let world: StoryWorld;
  afterEach(() => world.end());

  const begin = async (quietSeconds = 0) => {
    world = await StoryWorld.begin(({ webhooks }) => {
      Object.assign(webhooks.ghWebhook.routing.batching, { mode: 'queued', quietSeconds });
    });
    await world.register(ITEM);
  };
  /** A comment whose text is its delivery id, too. */
  const talk = (body: string) =>
    ['issue_comment', delivery('created', { issue: issue(), comment: comment({ body }) }), body] as const;
  const issues = (action: string, state = 'open') =>
    ['issues', delivery(action, { issue: issue({ state }) }), action] as const;
  const review = () => reviewWithTwelveComments().map(([name, payload], n) => [name, payload, `d-${n}`] as const);
  /** The deliveries each turn told of, in the order of its prompt. */
  const told = (ids: readonly string[]) =>
    world.prompts.map((prompt) =>
      ids
        .filter((id) => prompt.includes(JSON.stringify(id)))
        .sort((one, other) => prompt.indexOf(JSON.stringify(one)) - prompt.indexOf(JSON.stringify(other))),
    );

  test('a review and its twelve inline comments that wait behind a turn are one turn, whole and in order', async () => {
    await begin();
    world.plan({ match: 'first', do: { hold: world.gate } });
    await world.post(talk('first'));
    await world.begun(1);
    for (const each of review()) expect(await world.post(each)).toBe('resume matched');
    world.openGate();
    await world.quiet();

    expect(world.turns).toHaveLength(2);
    const [first, ...rows] = await world.rows();
    expect(first).toMatchObject({ state: 'succeeded', batchedWith: null });
    expect(rows.map(({ deliveryId, state }) => [deliveryId, state])).toEqual(
      review().map(([, , id]) => [id, 'succeeded']),
    );
    expect(rows.map(({ batchedWith }) => batchedWith)).toEqual([null, ...Array<string>(12).fill(rows[0]!.id)]);
    const ids = review().map(([, , id]) => id);
    expect(told(ids)).toEqual([[], ids]);
    for (let n = 0; n < 12; n += 1) expect(world.prompts[1]).toContain(`"Remark ${n}"`);
  });

  test('a review that comes to an idle session is one turn after the quiet window', async () => {
    await begin(2);
    expect(await world.tellAtOnce(...review())).toMatchObject({ turns: 1, sessions: ['#12 active (#44 open)'] });
    expect((await world.rows()).map(({ state }) => state)).toEqual(Array<string>(13).fill('succeeded'));
  });

  test('a delivery of a batch that comes again is a duplicate', async () => {
    await begin();
    world.plan({ match: 'first', do: { hold: world.gate } });
    await world.post(talk('first'));
    await world.begun(1);
    await world.post(talk('one'));
    await world.post(talk('two'));
    world.openGate();
    await world.quiet();
    expect(await world.tell(talk('one'), talk('two'))).toMatchObject({
      answers: ['ignore duplicate-delivery', 'ignore duplicate-delivery'],
      turns: 0,
    });
  });

  test('a close stands alone: what came before it is one turn, what follows the reopening another', async () => {
    await begin();
    world.plan({ match: 'first', do: { hold: world.gate } });
    await world.post(talk('first'));
    await world.begun(1);
    const answers: string[] = [];
    for (const each of [talk('one'), talk('two'), issues('closed', 'closed'), issues('reopened'), talk('three')]) {
      answers.push(await world.post(each));
    }
    expect(answers).toEqual([
      'resume matched',
      'resume matched',
      'close issue-closed',
      'resume reopened',
      'resume matched',
    ]);
    world.openGate();
    await world.quiet();

    expect(told(['one', 'two', 'closed', 'reopened', 'three'])).toEqual([[], ['one', 'two'], ['reopened', 'three']]);
    const rows = await world.rows();
    expect(rows.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'resume succeeded',
      'resume succeeded',
      'resume succeeded',
      'close succeeded',
      'resume succeeded',
      'resume succeeded',
    ]);
    expect(rows[3]).toMatchObject({ batchedWith: null });
    expect(await world.sessions()).toEqual(['#12 active']);
  });

  test('more than the bound is left for the next turn', async () => {
    world = await StoryWorld.begin(({ webhooks }) => {
      Object.assign(webhooks.ghWebhook.routing.batching, { mode: 'queued', maxEvents: 2 });
    });
    await world.register(ITEM);
    world.plan({ match: 'first', do: { hold: world.gate } });
    await world.post(talk('first'));
    await world.begun(1);
    for (const body of ['one', 'two', 'three']) await world.post(talk(body));
    world.openGate();
    await world.quiet();
    expect(told(['one', 'two', 'three'])).toEqual([[], ['one', 'two'], ['three']]);
  });
});
