import { parseWorkItemRef } from '../../sessions/work-item-ref.js';
import type { Mention, MentionEvidence } from '../mention.js';
import { distinctMentions } from './distinct-mentions.js';

const mention = (number: number, evidence: MentionEvidence, repo = 'octo-org/octo-repo'): Mention => ({
  ref: parseWorkItemRef(`github:${repo}#${number}`),
  evidence,
  field: evidence,
});
const told = (mentions: readonly Mention[]) =>
  distinctMentions(mentions).map((each) => [each.ref.number, each.evidence]);

describe('distinct mentions', () => {
  test('keep the first place and the best evidence', () => {
    expect(told([mention(12, 'head-branch'), mention(13, 'closing-keyword'), mention(12, 'closing-keyword')])).toEqual([
      [12, 'closing-keyword'],
      [13, 'closing-keyword'],
    ]);
    expect(told([mention(12, 'closing-keyword'), mention(12, 'head-branch')])).toEqual([[12, 'closing-keyword']]);
  });

  test('leave the subject at its own place', () => {
    expect(told([mention(44, 'closing-keyword'), mention(12, 'closing-keyword'), mention(44, 'subject')])).toEqual([
      [12, 'closing-keyword'],
      [44, 'subject'],
    ]);
  });

  test('compare without regard to case', () => {
    expect(told([mention(12, 'attached'), mention(12, 'attached', 'Octo-Org/OCTO-repo')])).toHaveLength(1);
    expect(told([mention(12, 'attached'), mention(12, 'attached', 'octo-org/octo-lib')])).toHaveLength(2);
  });
});
