import type { EventCi, GithubEvent } from '../github-event.js';
import type { RoutingPolicy } from '../routing-policy.js';
import type { RoutingSnapshot } from '../routing-snapshot.js';
import { hasFailed } from './ci-result.js';
import { reporterOf } from './ci-suite.js';
import { ignored, type Ruling } from './ruling.js';

/** One push tells about fifteen things, of which one is news: that it failed. */
export function ciNoise(event: GithubEvent, snapshot: RoutingSnapshot, policy: RoutingPolicy): Ruling | null {
  const { ci, action } = event;
  // `requested_action` is a button somebody pressed on a check: a request, not a result.
  if (ci === null || policy.ci === 'all' || action === 'requested_action') return null;
  if (policy.ci === 'failures' && !hasFailed(ci)) {
    return ignored('ci-not-failed', `${told(ci)}, and routing.ci lets only failures through`);
  }
  if (!ci.completed) return ignored('ci-not-completed', 'The check has not ended, and routing.ci waits for its end');
  const reporter = hasFailed(ci) ? reporterOf(event, snapshot.suite) : null;
  if (reporter === null) return null;
  return ignored('suite-already-reported', `The same failing suite has woken a session through delivery ${reporter}`);
}

function told({ completed, conclusion }: EventCi): string {
  return completed ? `The check ended with ${JSON.stringify(conclusion)}` : 'The check has not ended';
}
