import type { Failpoint } from '../../src/config/failpoint.js';
import type { Dice } from './dice.js';

/** Which processes of running turns die with, or instead of, their server. */
export type TurnDeath = 'none' | 'wrapper' | 'wrapper and harness';

/** One start of the server and its end. */
export type CrashCycle =
  /** Killed this share of a usual start after its beginning. */
  | { readonly kind: 'starting'; readonly share: number; readonly turns: TurnDeath }
  /** Killed a while after it took its first deliveries. */
  | { readonly kind: 'running'; readonly afterMs: number; readonly turns: TurnDeath }
  /** Turns are killed under the living server, which goes a while later. */
  | { readonly kind: 'turns'; readonly afterMs: number; readonly turns: TurnDeath }
  /** Asked to stop, and killed when that has not come to its end after a while. */
  | { readonly kind: 'stopping'; readonly afterMs: number; readonly patienceMs: number }
  /** A second server is started beside it. */
  | { readonly kind: 'second server' }
  | { readonly kind: 'failpoint'; readonly name: Failpoint };

export const FAILPOINTS: readonly Failpoint[] = [
  'after-read-body',
  'after-insert-before-commit',
  'after-commit-before-202',
  'after-202',
  'after-claim-before-spawn',
  'after-spawn-before-pid',
  'after-result-before-commit',
  'in-recovery',
  'in-migration',
  'in-close',
];

/** Every failpoint as often as wanted, random ends, and a second server now and then, in random order. */
export function crashPlan(random: number, rounds: number, dice: Dice): CrashCycle[] {
  const seconds = random === 0 ? 0 : Math.ceil(random / 25);
  return dice.shuffled([
    ...Array.from({ length: random }, () => randomCycle(dice)),
    ...Array.from({ length: seconds }, (): CrashCycle => ({ kind: 'second server' })),
    ...Array.from({ length: rounds }, () => FAILPOINTS.map((name): CrashCycle => ({ kind: 'failpoint', name }))).flat(),
  ]);
}

function randomCycle(dice: Dice): CrashCycle {
  const luck = dice.throw();
  const turns = dice.chance(0.4) ? dice.pick(['wrapper', 'wrapper and harness'] as const) : 'none';
  if (luck < 0.35) return { kind: 'starting', share: dice.throw(), turns };
  if (luck < 0.45) return { kind: 'turns', afterMs: dice.whole(100, 700), turns: turns === 'none' ? 'wrapper' : turns };
  if (luck < 0.55) return { kind: 'stopping', afterMs: dice.whole(0, 500), patienceMs: dice.whole(0, 2_500) };
  return { kind: 'running', afterMs: dice.whole(0, 900), turns };
}
