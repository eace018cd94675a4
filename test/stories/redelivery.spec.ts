import { comment, delivery, issue } from '../routing/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const ITEM = 'github:octo-org/octo-repo#12';

/** GitHub's Redeliver sends the same id and the same bytes. */
describe('the same delivery again', () => {
  let world: StoryWorld;
  beforeEach(async () => (world = await StoryWorld.begin()));
  afterEach(() => world.end());

  const talk = (body = 'Please have a look.') => delivery('created', { issue: issue(), comment: comment({ body }) });

  test('works for whoever registered after the event, once, also after a restart', async () => {
    expect(await world.tell(['issue_comment', talk(), 'd-1'])).toEqual({
      answers: ['ignore label-missing'],
      turns: 0,
      sessions: [],
    });
    await world.register(ITEM);
    expect(await world.tell(['issue_comment', talk(), 'd-1'])).toEqual({
      answers: ['resume matched'],
      turns: 1,
      sessions: ['#12 active'],
    });
    expect(await world.tell(['issue_comment', talk(), 'd-1'])).toMatchObject({
      answers: ['ignore duplicate-delivery'],
      turns: 0,
    });
    await world.restart();
    expect(await world.tell(['issue_comment', talk(), 'd-1'])).toMatchObject({
      answers: ['ignore duplicate-delivery'],
      turns: 0,
    });
    expect(await world.delivery('d-1')).toMatchObject({ outcome: 'accepted', reason: 'matched', receivedCount: 4 });
  });

  test('works after a restart, too, for an event that came before anyone registered', async () => {
    await world.tell(['issue_comment', talk(), 'd-1']);
    await world.restart();
    await world.register(ITEM);
    expect(await world.tell(['issue_comment', talk(), 'd-1'])).toMatchObject({ answers: ['resume matched'], turns: 1 });
  });

  test('runs again what failed, in its old place', async () => {
    await world.register(ITEM);
    world.plan({ times: 1, do: { error: 'it fell over' } });
    expect(await world.tell(['issue_comment', talk(), 'd-1'])).toMatchObject({ answers: ['resume matched'], turns: 1 });
    expect((await world.rows()).map(({ state }) => state)).toEqual(['failed']);
    await world.restart();
    expect(await world.tell(['issue_comment', talk(), 'd-1'])).toMatchObject({ answers: ['resume matched'], turns: 1 });
    expect((await world.rows()).map(({ state, deliveryId }) => [state, deliveryId])).toEqual([['succeeded', 'd-1']]);
  });

  test('waits for nothing new while its turn runs or waits', async () => {
    await world.register(ITEM);
    world.plan({ match: 'The first.', do: { hold: world.gate } });
    await world.post(['issue_comment', talk('The first.'), 'd-1']);
    await world.begun(1);
    await world.post(['issue_comment', talk('The second.'), 'd-2']);
    expect(await world.post(['issue_comment', talk('The first.'), 'd-1'])).toBe('ignore duplicate-delivery');
    expect(await world.post(['issue_comment', talk('The second.'), 'd-2'])).toBe('ignore duplicate-delivery');
    world.openGate();
    await world.quiet();
    expect(world.turns).toHaveLength(2);
  });

  test('eight times at once is one turn', async () => {
    await world.register(ITEM);
    const same = Array.from({ length: 8 }, () => ['issue_comment', talk(), 'd-1'] as const);
    const { answers, turns } = await world.tellAtOnce(...same);
    expect([...answers].sort()).toEqual([...Array<string>(7).fill('ignore duplicate-delivery'), 'resume matched']);
    expect(turns).toBe(1);
  });
});

describe('the same content under another id', () => {
  let world: StoryWorld;
  beforeEach(async () => (world = await StoryWorld.begin()));
  afterEach(() => world.end());

  const parts = { issue: issue(), comment: comment() };
  const throughApp = delivery('created', parts, { installation: { id: 7 }, organization: { login: 'octo-org' } });

  test('from a second hook wakes nobody, also after a restart', async () => {
    await world.register(ITEM);
    await world.tell(['issue_comment', delivery('created', parts), 'd-1']);
    expect(await world.tell(['issue_comment', throughApp, 'd-2'])).toMatchObject({
      answers: ['ignore duplicate-content'],
      turns: 0,
    });
    await world.restart();
    expect(await world.tell(['issue_comment', throughApp, 'd-3'])).toMatchObject({
      answers: ['ignore duplicate-content'],
      turns: 0,
    });
    expect((await world.delivery('d-3')).evidence).toMatchObject({ because: 'Delivery d-1 had the same content' });
  });

  test('from two hooks at once is one turn', async () => {
    await world.register(ITEM);
    const { answers, turns } = await world.tellAtOnce(
      ['issue_comment', delivery('created', parts), 'd-1'],
      ['issue_comment', throughApp, 'd-2'],
    );
    expect([...answers].sort()).toEqual(['ignore duplicate-content', 'resume matched']);
    expect(turns).toBe(1);
  });

  test('of a turn that failed is no duplicate', async () => {
    await world.register(ITEM);
    world.plan({ times: 1, do: { error: 'it fell over' } });
    await world.tell(['issue_comment', delivery('created', parts), 'd-1']);
    expect(await world.tell(['issue_comment', throughApp, 'd-2'])).toMatchObject({
      answers: ['resume matched'],
      turns: 1,
    });
  });

  test('is told apart from a second comment that says the same', async () => {
    await world.register(ITEM);
    const again = delivery('created', { ...parts, comment: comment({ id: 8 }) });
    expect(await world.tell(['issue_comment', delivery('created', parts)], ['issue_comment', again])).toMatchObject({
      answers: ['resume matched', 'resume matched'],
      turns: 2,
    });
  });
});
