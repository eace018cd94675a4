import fc from 'fast-check';
import { cleanText } from './clean-text.js';
import { cutText } from './cut-text.js';
import { MAX_PROMPT_BYTES, renderBatch } from './render-prompt.js';
import { closing, opening } from './fence.js';
import {
  comment,
  dataOf,
  FENCE,
  ownWords,
  promptEvent,
  renderPrompt,
  untrusted,
} from '../../../test/support/prompt.fixtures.js';

/** Pieces with which somebody could try to leave the data, mixed with text of every kind. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '@/etc/passwd',
        '@~/.ssh/id_rsa',
        ' @',
        '\uFF20',
        '```',
        '"}',
        '\\',
        '\n',
        '\r\n',
        '\u2028',
        '<!--',
        '-->',
        '--!>',
        '<!',
        '$&',
        '${excerpt}',
        '$work_item',
      ),
      fc.constantFrom(
        '\u0000',
        '\u001b[2J',
        '\u202e',
        '\u2066',
        '\u200b',
        '\u200d',
        '\ufeff',
        '\u00ad',
        '\ud83d',
        '\udc00',
        '\ufdd0',
        'https://example.com/a@b',
      ),
      fc.constantFrom(opening(FENCE), closing(FENCE), '</untrusted-data>', '--resume', '/clear', '!rm', '#'),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const huge = fc
  .tuple(hostile, fc.integer({ min: 1, max: 3000 }))
  .map(([text, times]) => text.repeat(times).slice(0, 300_000));
const text = fc.oneof({ weight: 5, arbitrary: hostile }, { weight: 1, arbitrary: huge });

const person = fc.record({ login: text, type: text });
const labels = fc.array(fc.record({ name: text }), { maxLength: 40 });
const item = fc.record({
  number: fc.constant(12),
  title: text,
  body: text,
  html_url: text,
  labels,
  user: person,
  head: fc.record({ ref: text, sha: text }),
  base: fc.record({ ref: text }),
});
const run = fc.record({
  name: text,
  conclusion: fc.constantFrom('failure', 'success', 'x@y'),
  head_branch: text,
  head_sha: text,
  html_url: text,
  details_url: text,
  output: fc.record({ title: text, summary: text, text }),
});
const payload = fc.record({
  issue: item,
  pull_request: item,
  comment: fc.record({ body: text, path: text, diff_hunk: text, html_url: text, user: person }),
  review: fc.record({ body: text, state: text, user: person }),
  check_run: run,
  workflow_run: run,
  label: fc.record({ name: text }),
  repository: fc.record({ full_name: text, html_url: text }),
  sender: person,
});
const names = fc.constantFrom(
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'check_run',
  'workflow_run',
  'status',
  'push',
);
const input = fc
  .record({
    name: fc.oneof(names, text),
    action: fc.oneof(fc.constantFrom('opened', 'created', 'completed', null), text),
    deliveryId: fc.oneof(fc.uuid(), text),
    payload,
    kind: fc.constantFrom('resume' as const, 'spawn' as const),
  })
  .map(({ name, action, payload, ...more }) => promptEvent(name, action, payload, more));

/** What a reader cannot see, lone halves of pairs included. */
const UNSEEN =
  /(?![\n\t])\p{Cc}|[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/u;

describe('whatever somebody writes', () => {
  test('no text leaves its JSON string, no file is named, nothing unseen remains, and the bound holds', () => {
    fc.assert(
      fc.property(input, (each) => {
        const prompt = renderPrompt(each);
        expect(Buffer.byteLength(prompt)).toBeLessThan(MAX_PROMPT_BYTES);
        expect(prompt).not.toContain('@');
        expect(prompt).not.toMatch(UNSEEN);
        expect(prompt).toMatch(/^the-loop /);
        const data = dataOf(prompt) as unknown;
        expect(JSON.parse(JSON.stringify(data))).toEqual(data);
        expect(JSON.stringify(data)).not.toContain('<!--');
        // Every line of the data was written by the serialiser.
        for (const line of untrusted(prompt).split('\n')) expect(line).toMatch(/^ *(?:[{}[\]],?|"|-?\d|true|false)/);
      }),
      { numRuns: 150 },
    );
  });

  test('our own words are the same whatever the text', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const words = (body: string): string =>
          ownWords(renderPrompt(comment(body))).replace(/Hidden text was removed.*\n/, '');
        expect(words(one)).toBe(words(other));
      }),
      { numRuns: 100 },
    );
  });

  test('a batch holds its first events whole, in order, below the bound', () => {
    fc.assert(
      fc.property(fc.array(input, { minLength: 1, maxLength: 8 }), (events) => {
        const { prompt, taken } = renderBatch({ ...comment(''), events });
        expect(Buffer.byteLength(prompt)).toBeLessThan(MAX_PROMPT_BYTES);
        expect(taken).toBeGreaterThan(0);
        const data = dataOf(prompt) as { delivery?: string }[];
        if (taken > 1) expect(data).toHaveLength(taken);
      }),
      { numRuns: 40 },
    );
  });

  test('cleaning is done after one time', () => {
    fc.assert(
      fc.property(text, (dirty) => {
        const { text: clean } = cleanText(dirty);
        expect(cleanText(clean)).toEqual({ text: clean, removed: false });
      }),
    );
  });

  test('cleaning leaves visible text alone', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii' }).filter((plain) => !plain.includes('<!--')),
        (plain) => {
          expect(cleanText(plain)).toEqual({ text: plain, removed: false });
        },
      ),
    );
  });

  test('cutting keeps the beginning, and says what is missing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 200 }), (whole, limit) => {
        const cut = cutText(whole, limit);
        if ([...whole].length <= limit) expect(cut).toBe(whole);
        else expect(whole.startsWith(cut.slice(0, cut.lastIndexOf('… [cut: ')))).toBe(true);
        expect([...cut].length).toBeLessThanOrEqual(limit + 60);
      }),
    );
  });

  test.each([
    ['comments that open and never close', '<!--'.repeat(500_000)],
    ['comments within comments', `${'<!'.repeat(200_000)}${'<!-- x -->'.repeat(1000)}${'--'.repeat(200_000)}`],
    ['unseen characters only', '\u200b'.repeat(2_000_000)],
    ['one endless link', `https://${'a'.repeat(2_000_000)}`],
  ])('%s do not keep the server busy', (_, body) => {
    const started = process.cpuUsage();
    renderPrompt(comment(body));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
  });
});
