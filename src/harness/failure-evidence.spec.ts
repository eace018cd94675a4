import { failureIn, isLimitNotice } from './failure-evidence.js';

describe('what the words of a failed turn prove', () => {
  it.each([
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate-limited'],
    ["You've hit your session limit · resets 3pm", 'rate-limited'],
    ['API Error: 529 Overloaded', 'rate-limited'],
    ['unexpected status 401 Unauthorized: Missing bearer', 'not-logged-in'],
    ['Not logged in · Please run /login', 'not-logged-in'],
    ['Invalid API key · Fix external API key', 'not-logged-in'],
    ['OAuth token has expired', 'not-logged-in'],
    ['Prompt is too long', 'context-exhausted'],
    ["This model's maximum context length is 200000 tokens", 'context-exhausted'],
    ['API Error: 500 Internal server error', undefined],
    ['permission denied: /etc/passwd line 401', undefined],
    ['', undefined],
  ])('"%s": %s', (text, expected) => {
    expect(failureIn(text, 0)?.class).toBe(expected);
  });

  it.each([
    ["You've hit your limit · resets 1pm", true],
    ['Claude AI usage limit reached|1792000000', true],
    ['5-hour limit reached ∙ resets 3pm', true],
    [
      'I fixed the code that said "You have hit your limit" to users; see the tests for the rate limiter in the shop',
      false,
    ],
    [`You've hit your limit ${'x'.repeat(400)}`, false],
    ['done', false],
  ])('a notice in the place of an answer: "%s" %s', (text, expected) => {
    expect(isLimitNotice(text)).toBe(expected);
  });
});
