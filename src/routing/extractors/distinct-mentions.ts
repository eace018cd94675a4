import { workItemKey } from '../../sessions/work-item-ref.js';
import type { Mention, MentionEvidence } from '../mention.js';

/** How much a kind of evidence proves; a branch name may speak of an issue that does not exist. */
const WEIGHT: Readonly<Record<MentionEvidence, number>> = {
  'head-branch': 0,
  'head-sha': 1,
  attached: 1,
  'recorded-link': 1,
  'closing-keyword': 1,
  subject: 2,
};

/**
 * Every work item once, at its first place and with its best evidence. The subject of the event keeps its place at the
 * end: a pull request that claims to close itself is no link.
 */
export function distinctMentions(mentions: readonly Mention[]): Mention[] {
  const found = new Map<string, Mention>();
  for (const mention of mentions) {
    const key = workItemKey(mention.ref);
    const earlier = found.get(key);
    if (earlier !== undefined && WEIGHT[earlier.evidence] >= WEIGHT[mention.evidence]) continue;
    if (mention.evidence === 'subject') found.delete(key);
    found.set(key, mention);
  }
  return [...found.values()];
}
