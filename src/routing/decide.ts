import type { GithubEvent } from './github-event.js';
import type { Mention } from './mention.js';
import type { RoutingFacts, Verdict } from './routing-decision.js';
import type { RoutingPolicy } from './routing-policy.js';
import type { RoutingSnapshot } from './routing-snapshot.js';
import { hadBefore, leftAtArrival } from './rules/arrival.js';
import { ciNoise } from './rules/ci-noise.js';
import { reportAfter } from './rules/ci-suite.js';
import { closing } from './rules/closing.js';
import { consideredMentions, recordedMentions } from './rules/considered-mentions.js';
import { guarded } from './rules/guards.js';
import { learntFacts } from './rules/learnt-facts.js';
import type { Matter } from './rules/matter.js';
import { ownerOf } from './rules/ownership.js';
import { isQuiet } from './rules/quiet-actions.js';
import { ignored, type Ruling } from './rules/ruling.js';
import { starting } from './rules/starting.js';
import { waking } from './rules/waking.js';

/**
 * What an event leads to. Pure: everything it depends on comes in, and every answer has a name, also "nothing".
 * The rules stand in their order; the first that answers decides.
 */
export function decide(
  event: GithubEvent,
  named: readonly Mention[],
  snapshot: RoutingSnapshot,
  policy: RoutingPolicy,
): Verdict {
  const left = leftAtArrival(event, snapshot, policy);
  if (left !== null) return { ...left, facts: NOTHING_LEARNT, mentions: named };

  const mentions = consideredMentions(event, named, snapshot, policy);
  if (mentions.length === 0) {
    const nothing = ignored('no-work-item', 'The payload names no issue or pull request that could be looked up');
    return { ...nothing, facts: NOTHING_LEARNT, mentions };
  }

  const owner = ownerOf(mentions, snapshot.sessions, event.repository);
  const matter: Matter = { event, mentions, owner, snapshot, policy };
  const ruling =
    hadBefore(owner, snapshot) ??
    closing(matter) ??
    guarded(matter) ??
    ciNoise(event, snapshot, policy) ??
    quiet(event, policy) ??
    waking(matter) ??
    starting(matter);

  return {
    decisions: ruling.decisions,
    because: ruling.because,
    facts: {
      ...learntFacts(matter),
      keptOpen: ruling.keptOpen ?? [],
      suite: reportAfter(event, snapshot.suite, wakes(ruling)),
    },
    mentions: [...mentions, ...recordedMentions(event, mentions, snapshot)],
  };
}

const NOTHING_LEARNT: RoutingFacts = { links: [], linkStates: [], keptOpen: [], moves: [], suite: null };

function quiet(event: GithubEvent, policy: RoutingPolicy): Ruling | null {
  if (!isQuiet(event, policy)) return null;
  return ignored('quiet-action', `${event.name} ${event.action} is in routing.quietActions`);
}

function wakes({ decisions }: Ruling): boolean {
  return decisions.some(({ kind }) => kind === 'resume' || kind === 'spawn');
}
