import fc from 'fast-check';
import { bearsMarker } from '../../src/routing/own-marker.js';
import { closingReferences } from '../../src/routing/closing-keywords.js';
import { decide } from '../../src/routing/decide.js';
import { isRepositoryName, workItemKey } from '../../src/sessions/work-item-ref.js';
import { NOTHING_KNOWN, OPEN_POLICY, routingService, session } from './in-memory.js';
import {
  account,
  attachedPullRequest,
  checkRun,
  checkSuite,
  comment,
  delivery,
  head,
  issue,
  pullRequest,
  review,
  SHA,
  workflowRun,
} from './payloads.js';

const routing = routingService();
const HERE = { owner: 'octo-org', repo: 'octo-repo', host: 'github.com' };
const NAMES = [...OPEN_POLICY.events, 'workflow_job', 'push', 'pull_request_review_thread', 'constructor', '__proto__'];

/** Text as attackers and editors write it: any code units, Markdown, HTML, keywords, markers. */
const pieces = fc.constantFrom(
  'Closes #12',
  'fixes octo-org/octo-lib#7',
  '<!--',
  '-->',
  '<!-- the-loop:agent-comment -->',
  '```',
  '~~~',
  '`',
  '> ',
  '\n',
  '\r\n',
  '    ',
  '<code>',
  '</pre>',
  '<details>',
  '**',
  '[',
  '](',
  '![',
  '\u0000',
  '\u202e',
  '\ud800',
  '@/etc/passwd',
  'issue-12',
);
const hostileText = fc.oneof(
  fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 30 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
const anything = fc.anything({ maxDepth: 3, withNullPrototype: true });
const mostly = <T>(good: T) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: anything });

/** Payloads in the right shape with anything in any of their places. */
const payloads = fc
  .record({
    body: hostileText,
    title: hostileText,
    branch: hostileText,
    login: fc.oneof(fc.constant('octocat'), hostileText),
    label: hostileText,
    number: mostly(12),
    list: mostly([attachedPullRequest(44)]),
    action: fc.oneof(
      fc.constantFrom('opened', 'closed', 'labeled', 'completed', 'reopened', 'transferred'),
      hostileText,
    ),
    broken: fc.dictionary(
      fc.constantFrom(
        'repository',
        'sender',
        'issue',
        'comment',
        'pull_request',
        'review',
        'check_run',
        'workflow_run',
        'label',
      ),
      anything,
      { maxKeys: 1 },
    ),
  })
  .map(({ body, title, branch, login, label, number, list, action, broken }) => {
    const item = { number, title, body, user: account(login), labels: [{ name: label }, null] };
    const checked = { head_branch: branch, pull_requests: list, name: title };
    return {
      ...delivery(action, {
        issue: issue(item),
        comment: comment({ body, user: account(login) }),
        pull_request: pullRequest({ ...item, head: head(branch) }),
        review: review({ body }),
        workflow_run: workflowRun(checked),
        workflow_job: workflowRun(checked),
        check_run: checkRun({ ...checked, check_suite: checkSuite(checked) }),
        check_suite: checkSuite(checked),
        label: { name: label },
        changes: { new_issue: item, new_repository: { full_name: title } },
        ref: `refs/heads/${branch}`,
        after: SHA,
        sha: SHA,
        state: 'failure',
        branches: [{ name: branch }],
      }),
      ...broken,
    };
  });

/** The parts of the whole payload that would show it to be the body of another event. */
const FOREIGN_PARTS = new Map([
  ['issues', ['comment', 'pull_request', 'review']],
  ['issue_comment', ['pull_request', 'review']],
  ['pull_request', ['comment', 'review', 'issue']],
  ['pull_request_review', ['comment', 'issue']],
  ['pull_request_review_comment', ['review', 'issue']],
]);

describe('whatever a payload holds', () => {
  test('it is read and decided without an exception, in one decision or several closes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), payloads, fc.boolean(), (name, whole, trimmed) => {
        const payload: Record<string, unknown> = { ...whole };
        if (trimmed) for (const part of FOREIGN_PARTS.get(name) ?? []) delete payload[part];
        const event = routing.read(name, 'd-1', payload);
        const mentions = routing.mentions(event);
        for (const { ref } of mentions) {
          expect(isRepositoryName(ref.owner, ref.repo)).toBe(true);
          expect(Number.isSafeInteger(ref.number) && ref.number > 0).toBe(true);
        }
        expect(new Set(mentions.map(({ ref }) => workItemKey(ref))).size).toBe(mentions.length);
        const sessions = [session('octo-org/octo-repo#12'), session('octo-org/octo-lib#7', { status: 'closed' })];
        const policy = { ...OPEN_POLICY, events: NAMES, spawnOnUnmatched: 'always' as const, quietActions: null };
        const { decisions, because } = decide(event, mentions, { ...NOTHING_KNOWN, sessions }, policy);
        expect(decisions.length === 1 || decisions.every(({ kind }) => kind === 'close')).toBe(true);
        expect(because).not.toBe('');
      }),
      { numRuns: 1500 },
    );
  });

  test('also when it is no payload at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...NAMES), fc.string()), anything, (name, payload) => {
        const event = routing.read(name, 'd-1', payload);
        expect(decide(event, routing.mentions(event), NOTHING_KNOWN, OPEN_POLICY).decisions).toHaveLength(1);
      }),
    );
  });

  test('reading it twice gives the same, and JSON changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), payloads, (name, payload) => {
        const text = JSON.stringify(payload);
        expect(routing.read(name, 'd-1', JSON.parse(text))).toEqual(routing.read(name, 'd-1', JSON.parse(text)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('whatever a description says', () => {
  test('its closing references are read without an exception, each once', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const keys = closingReferences(text, HERE).map(workItemKey);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('no code, comment or quote of it closes anything', () => {
    const inside = hostileText.filter((text) => !/[`~<>\r]|--/.test(text));
    fc.assert(
      fc.property(inside, (text) => {
        const line = text.replace(/\n/g, ' ');
        const fence = '`'.repeat(12);
        expect(closingReferences(`${fence}\nCloses #1 ${text}\n${fence}`, HERE)).toEqual([]);
        expect(closingReferences(`<!-- Closes #1 ${line} -->`, HERE)).toEqual([]);
        expect(closingReferences(`> Closes #1 ${line}`, HERE)).toEqual([]);
      }),
    );
  });

  test('a keyword in a paragraph of its own closes, whatever stands before it', () => {
    const before = hostileText.filter((text) => !/[`~<>[\]\\!*_|]|--|close|fix|resolve/i.test(text));
    fc.assert(
      fc.property(before, (text) => {
        const refs = closingReferences(`${text.replace(/^\s+/gm, '')}\n\nCloses #4711`, HERE);
        expect(refs.map(({ number }) => number)).toContain(4711);
      }),
    );
  });

  test('the marker of a person who quotes it is not taken for the agent', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const quoted = text
          .split(/\r\n?|\n/)
          .concat('<!-- the-loop:agent-comment -->')
          .map((line) => `> ${line}`)
          .join('\n');
        expect(bearsMarker(quoted, '<!-- the-loop:agent-comment -->')).toBe(false);
      }),
    );
  });
});
