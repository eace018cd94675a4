import { sameWorkItem } from '../../sessions/work-item-ref.js';
import type { Matter } from './matter.js';
import { isUnwantedBot, ownActivity } from './own-activity.js';
import { ignored, type Ruling } from './ruling.js';
import { distrust } from './trust.js';

/** Who may wake anybody at all: not the agents themselves, not unwanted bots, not strangers. */
export function guarded(matter: Matter): Ruling | null {
  const { event, owner, policy } = matter;
  const own = ownActivity(event, policy);
  if (own !== null) return ignored('self-authored', `The agent itself did this: ${own}`);
  if (isUnwantedBot(event, policy)) {
    return ignored('bot-sender', `${event.sender?.login} is a bot, and routing.ignoreBots is on`);
  }
  if (event.ci !== null) {
    if (owner !== null || !isOfAFork(matter)) return null;
    return ignored('unauthorized-actor', 'CI of a fork wakes only a session that works on its item already');
  }
  const objection = distrust(event, policy);
  return objection === null ? null : ignored('unauthorized-actor', `Nobody who may trigger did this: ${objection}`);
}

/** CI has no author. That its commit is in the repository itself says that somebody with write access made it. */
function isOfAFork({ event, mentions, snapshot }: Matter): boolean {
  const here = event.repository?.id ?? null;
  const from = event.ci?.headRepositoryId ?? null;
  if (from !== null) return from !== here;
  if (mentions[0]?.evidence !== 'head-sha') return false;
  return snapshot.heads.some(
    ({ ref, headRepositoryId }) => headRepositoryId !== here && sameWorkItem(ref, mentions[0]!.ref),
  );
}
