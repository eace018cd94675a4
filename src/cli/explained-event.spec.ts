import { explainedEvent, readEventLine } from './explained-event.js';

describe('a line with an event', () => {
  test('is read with its payload as JSON', () => {
    const line = '{"event":"issues","payload":{"action":"opened"},"more":1}';
    expect(readEventLine(line)).toEqual({ event: 'issues', payload: '{"action":"opened"}' });
  });

  test.each([
    ['', 'invalid-json'],
    ['{"event":"issues"', 'invalid-json'],
    ['[]', 'invalid-payload'],
    ['null', 'invalid-payload'],
    ['{"payload":{}}', 'missing-event'],
    ['{"event":"","payload":{}}', 'missing-event'],
    ['{"event":7,"payload":{}}', 'missing-event'],
    ['{"event":"issues"}', 'invalid-payload'],
    ['{"event":"issues","payload":[]}', 'invalid-payload'],
    [`{"event":"issues","payload":{"a":"${'"'.repeat(10)}"}}`, 'invalid-json'],
    [`{"event":"issues","payload":{"a":"${'x'.repeat(1_000_000)}"}}`, 'body-too-large'],
  ])('%.60s is answered with %s', (line, reason) => {
    expect(readEventLine(line)).toMatchObject({ refs: [], mentions: [], decision: 'ignore', reason, steps: [] });
  });
});

describe('an explained event', () => {
  const step = { reason: 'pr-merged', sessionId: 's-12', workItem: null, harness: null };

  test('says in one word what would become of it', () => {
    const decision = {
      because: 'The end of the item ends its session',
      mentions: [{ workItem: 'github:octo-org/octo-repo#12', evidence: 'subject', field: 'issue.number' }],
      steps: [{ ...step, kind: 'close' }],
    };
    const refs = ['github:octo-org/octo-repo#12'];
    const answer = { outcome: 'accepted', reason: 'pr-merged', explanation: decision.because, refs, decision };
    expect(explainedEvent(answer)).toEqual({
      refs,
      mentions: [{ ref: 'github:octo-org/octo-repo#12', evidence: 'subject', field: 'issue.number' }],
      decision: 'close',
      reason: 'pr-merged',
      because: 'The end of the item ends its session',
      steps: [{ ...step, kind: 'close' }],
    });
  });
});
