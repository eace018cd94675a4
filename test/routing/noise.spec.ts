import { AppConfig } from '../../src/config/app-config.js';
import {
  agentAtWork,
  hundredAnswers,
  issueWithSixLabels,
  pushWithOneFailingJob,
  rerunFailingAgain,
  reviewWithTwelveComments,
} from './bursts.js';
import { session } from './in-memory.js';
import { type Sent, SmallWorld } from './small-world.js';

const atWork = () => new SmallWorld([session('octo-org/octo-repo#12')]);
const { maxTurnsPerHour } = new AppConfig().webhooks.ghWebhook.routing;

/** What bursts come to with the default settings, in every order they may arrive in. Their turns are counted in test/stories. */
describe('noise', () => {
  test('a push with five jobs wakes once, and its re-run once more', () => {
    const world = atWork().send(...pushWithOneFailingJob());
    expect(world.turns).toBe(1);
    expect(world.send(...rerunFailingAgain()).turns).toBe(2);
  });

  test('in whatever order the failure is told', () => {
    expect(atWork().send(...pushWithOneFailingJob().reverse()).turns).toBe(1);
  });

  test('two suites that fail are two turns', () => {
    const other = pushWithOneFailingJob().map(([name, payload]): Sent => [
      name,
      JSON.parse(JSON.stringify(payload).replaceAll('900', '901')),
    ]);
    expect(atWork().send(...pushWithOneFailingJob(), ...other).turns).toBe(2);
  });

  test('an issue created with six labels starts one session, in whatever order they come', () => {
    const burst = issueWithSixLabels();
    for (let shift = 0; shift < burst.length; shift += 1) {
      const world = new SmallWorld().send(...burst.slice(shift), ...burst.slice(0, shift));
      expect([shift, world.turns, world.spawns]).toEqual([shift, 1, 1]);
    }
  });

  test('an agent at work does not wake itself', () => {
    expect(atWork().send(...agentAtWork()).turns).toBe(0);
  });

  test('the session still learns of its pull request from that', () => {
    const world = atWork().send(...agentAtWork(), ...reviewWithTwelveComments());
    expect(world.decisions.at(-1)).toMatchObject({ kind: 'resume' });
  });

  test('a review with twelve inline comments is at most thirteen turns', () => {
    expect(atWork().send(...reviewWithTwelveComments()).turns).toBe(13);
  });

  test('a loop is not seen by routing: the budget of turns ends it', () => {
    expect(atWork().send(...hundredAnswers()).turns).toBe(100);
    expect(maxTurnsPerHour).toBe(20);
  });
});
