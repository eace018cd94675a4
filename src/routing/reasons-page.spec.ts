import { CLOSE_REASONS, DECLINE_REASONS, RESUME_REASONS, SPAWN_REASONS } from './decision-reason.js';
import { IGNORE_REASONS } from './ignore-reason.js';
import { reasonsPage } from './reasons-page.js';

describe('the page of reasons', () => {
  const all = { ...RESUME_REASONS, ...SPAWN_REASONS, ...CLOSE_REASONS, ...DECLINE_REASONS, ...IGNORE_REASONS };

  test.each(Object.entries(all))('has a row for %s', (reason, sentence) => {
    expect(reasonsPage()).toContain(`| \`${reason}\` | ${sentence} |`);
  });

  test('has words that fit an API, and sentences without a full stop', () => {
    for (const [reason, sentence] of Object.entries(all)) {
      expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(sentence).toMatch(/^[A-Zr].*[^.|]$/);
    }
  });
});
