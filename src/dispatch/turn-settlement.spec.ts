import type { OutcomeClass, TurnOutcome } from '../harness/turn-outcome.js';
import { type Circumstances, settlementOf } from './turn-settlement.js';

const NOW = 1_000_000;
const usual: Circumstances = { now: NOW, cancelled: false, stopping: false, onStale: 'hold' };
const ended = (kind: OutcomeClass, until: number | null = null): TurnOutcome => ({
  class: kind,
  detail: 'what was found',
  harnessSessionId: null,
  text: null,
  exitCode: 1,
  stderrTail: null,
  deniedTools: [],
  costUsd: null,
  usage: null,
  totals: null,
  until,
});

describe('what the end of a turn means', () => {
  test.each<[OutcomeClass, object]>([
    ['completed', { state: 'succeeded', outcome: 'completed' }],
    ['agent-error', { state: 'failed', outcome: 'agent-error' }],
    ['session-changed', { state: 'failed', session: 'kept' }],
    ['context-exhausted', { state: 'failed' }],
    ['limit-reached', { state: 'failed' }],
    ['untrusted-directory', { state: 'failed' }],
    ['timed-out', { state: 'failed' }],
    ['silent', { state: 'failed' }],
    ['output-limit', { state: 'failed' }],
    ['killed', { state: 'failed' }],
    ['bad-configuration', { state: 'failed' }],
    ['no-result', { state: 'failed' }],
    ['interrupted', { state: 'interrupted' }],
    ['never-started', { state: 'held', outcome: 'never-started', until: NOW + 10_000 }],
    ['rate-limited', { state: 'held', outcome: 'rate-limited', until: NOW + 300_000, pausesHarness: false }],
    ['busy', { state: 'held', outcome: 'open-elsewhere', until: NOW + 30_000 }],
    ['directory-gone', { state: 'held', outcome: 'directory-gone', until: null }],
    ['not-logged-in', { state: 'held', pausesHarness: true }],
    ['not-installed', { state: 'held', pausesHarness: true }],
    ['session-gone', { state: 'held', session: 'stale', until: null }],
  ])('%s', (kind, expected) => {
    expect(settlementOf(ended(kind), usual)).toMatchObject({ detail: 'what was found', ...expected });
  });

  test('a rate limit waits until the time given, unless that time is over', () => {
    expect(settlementOf(ended('rate-limited', NOW + 7), usual).until).toBe(NOW + 7);
    expect(settlementOf(ended('rate-limited', NOW - 7), usual).until).toBe(NOW + 300_000);
  });

  test('a lost conversation starts afresh where the policy says so', () => {
    expect(settlementOf(ended('session-gone'), { ...usual, onStale: 'respawn' }).session).toBe('respawn');
  });

  test('a turn killed by a stop was cut, and one cancelled by its owner meanwhile was not', () => {
    expect(settlementOf(ended('killed'), { ...usual, stopping: true }).state).toBe('interrupted');
    expect(settlementOf(ended('killed'), { ...usual, stopping: true, cancelled: true }).state).toBe('failed');
    expect(settlementOf(ended('completed'), { ...usual, stopping: true }).state).toBe('succeeded');
  });
});
