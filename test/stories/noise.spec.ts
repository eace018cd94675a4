import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  agentAtWork,
  hundredAnswers,
  issueWithSixLabels,
  pushWithOneFailingJob,
  rerunFailingAgain,
  reviewWithTwelveComments,
} from '../routing/bursts.js';
import type { Sent } from '../routing/small-world.js';
import { StoryWorld } from '../support/story.world.js';

const ITEM = 'github:octo-org/octo-repo#12';

/** What bursts come to: turns of a real process, with the default settings, through the real door. */
describe('noise', () => {
  const measured: string[][] = [];
  let world: StoryWorld;
  afterEach(() => world.end());

  async function count(burst: string, deliveries: readonly Sent[]): Promise<number> {
    const { turns } = await world.tell(...deliveries);
    measured.push([burst, `${deliveries.length}`, `${turns}`]);
    return turns;
  }

  test('a push with five jobs wakes once, its re-run failing again once more', async () => {
    world = await StoryWorld.begin();
    await world.register(ITEM);
    expect(await count('a push with five jobs, one of them failing', pushWithOneFailingJob())).toBe(1);
    expect(await count('its re-run, failing again', rerunFailingAgain())).toBe(1);
  });

  test('an issue created with six labels starts one session, which is told nothing further', async () => {
    world = await StoryWorld.begin();
    expect(await count('an issue created with six labels', issueWithSixLabels())).toBe(1);
    expect(await world.sessions()).toEqual(['#12 active']);
    expect(world.turns.map(({ kind }) => kind)).toEqual(['spawn']);
  });

  test('an agent that opens its pull request, pushes and edits does not wake itself', async () => {
    world = await StoryWorld.begin();
    await world.register(ITEM);
    expect(await count("the agent's own pull request: opened, pushed to three times, edited", agentAtWork())).toBe(0);
    expect(await world.sessions()).toEqual(['#12 active (#44 open)']);
  });

  test('a review with twelve inline comments is at most thirteen turns', async () => {
    world = await StoryWorld.begin();
    await world.register(ITEM);
    const deliveries = reviewWithTwelveComments();
    expect(await count('a review with twelve inline comments, batching off', deliveries)).toBeLessThanOrEqual(13);
  });

  test('a hundred answers in a loop are at most twenty turns; then the session is parked, and says why', async () => {
    world = await StoryWorld.begin();
    await world.register(ITEM);
    expect(await count('a hundred answers of another bot within an hour', hundredAnswers())).toBeLessThanOrEqual(20);
    expect(await world.session(ITEM)).toMatchObject({ status: 'parked', statusReason: 'needs-human' });
    expect((await world.activity('session.parked')).map(({ reason }) => reason)).toEqual(['needs-human']);
    const states = (await world.rows()).map(({ state, outcome }) => `${state} ${outcome}`);
    expect(states).toEqual([
      ...Array<string>(20).fill('succeeded completed'),
      ...Array<string>(80).fill('held needs-human'),
    ]);
    expect((await world.rows()).at(-1)!.detail).toMatch(/^20 turns within an hour \(routing\.maxTurnsPerHour\); \S/);
  });

  test('is told in docs/noise.md with these figures', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/noise.md'), 'utf8');
    const told = [...page.matchAll(/^\| (.*?) *\| *(\d+) *\| *(\d+)\b.*\|$/gm)].map(([, ...cells]) => cells);
    expect(told).toEqual(measured);
  });
});
