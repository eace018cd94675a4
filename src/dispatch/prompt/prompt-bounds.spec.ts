import { readFileSync } from 'node:fs';
import { MAX_PROMPT_BYTES } from './render-prompt.js';
import { comment, dataOf, promptEvent, renderPrompt } from '../../../test/support/prompt.fixtures.js';

describe('the bounds of a prompt', () => {
  test('the largest comment is cut visibly, between characters, and its link survives', () => {
    const thread = String.fromCodePoint(0x1f9f5);
    const prompt = renderPrompt(comment(thread.repeat(65_536)));
    expect(Buffer.byteLength(prompt)).toBeLessThan(MAX_PROMPT_BYTES);
    const { body, html_url } = dataOf(prompt).comment;
    expect(body).toBe(`${thread.repeat(3500)}… [cut: 62036 of 65536 characters left out]`);
    expect(html_url).toBe('https://github.com/octo-org/octo-repo/issues/12#issuecomment-1');
    expect(prompt).not.toMatch(/\p{Surrogate}/u);
  });

  test('a link in the way of the cut is left out whole', () => {
    const prompt = renderPrompt(comment(`${'a '.repeat(1745)}https://example.com/${'b'.repeat(200)} end`));
    expect(dataOf(prompt).comment.body).toMatch(/^(a )+… \[cut: \d+ of 3714 characters left out\]$/);
  });

  test('a link that ends at the cut stays', () => {
    const link = 'https://example.com/abc';
    const body = `${'a'.repeat(3500 - link.length - 1)} ${link} and more`;
    expect(dataOf(renderPrompt(comment(body))).comment.body).toContain(`${link}… [cut:`);
  });

  test('a link too long to show is left out whole', () => {
    const input = promptEvent('status', null, {
      state: 'failure',
      target_url: `https://example.com/${'x'.repeat(5000)}`,
    });
    expect(dataOf(renderPrompt(input)).target_url).toBe('[a link of 5020 characters is left out]');
  });

  test('text that grows when escaped still fits: everything is at signs', () => {
    const at = '@'.repeat(60_000);
    const input = promptEvent('check_run', 'completed', {
      check_run: {
        name: at,
        conclusion: 'failure',
        details_url: `https://${'@'.repeat(2000)}`,
        html_url: `https://${'@'.repeat(2000)}`,
        output: { title: at, summary: at, text: at },
        app: { name: at, slug: at },
      },
      pull_request: { title: at, labels: Array.from({ length: 200 }, () => ({ name: at })) },
      sender: { login: at },
    });
    const prompt = renderPrompt(input);
    expect(Buffer.byteLength(prompt)).toBeLessThan(MAX_PROMPT_BYTES);
    expect(dataOf(prompt).check_run.output.title).toMatch(/^@+… \[cut/);
  });

  test('long lists say how much of them is missing', () => {
    const input = promptEvent('issues', 'opened', {
      issue: { number: 12, labels: Array.from({ length: 100 }, (_, index) => ({ name: `l${index}` })) },
    });
    expect(dataOf(renderPrompt(input)).issue.labels.slice(-2)).toEqual(['l29', '… [70 more left out]']);
  });
});

describe('every shape of payload', () => {
  test.each([
    null,
    undefined,
    5,
    'text',
    [],
    {},
    { issue: null, comment: [], repository: 'x', sender: 3 },
    { issue: { labels: null, title: {}, number: '12' } },
  ])('%j makes a prompt', (payload) => {
    for (const name of ['issues', 'issue_comment', 'check_run', 'status', '__proto__']) {
      expect(dataOf(renderPrompt({ ...comment(''), event: name, payload }))).toMatchObject({ event: name });
    }
  });

  test('payloads as GitHub publishes them make prompts within the bound', () => {
    const folder = 'node_modules/@octokit/webhooks-examples/api.github.com';
    const examples = JSON.parse(readFileSync(`${folder}/index.json`, 'utf8')) as {
      name: string;
      examples: { action?: string }[];
    }[];
    let count = 0;
    for (const { name, examples: payloads } of examples) {
      for (const payload of payloads) {
        for (const kind of ['resume', 'spawn'] as const) {
          const prompt = renderPrompt({ ...comment(''), kind, event: name, action: payload.action ?? null, payload });
          expect(Buffer.byteLength(prompt)).toBeLessThan(MAX_PROMPT_BYTES);
          expect(prompt).not.toContain('@');
          expect(dataOf(prompt).event).toBe(name);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(500);
  });
});
