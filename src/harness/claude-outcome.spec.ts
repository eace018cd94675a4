import { classifyClaude } from './claude-outcome.js';
import type { ProcessEnd, TurnRequest } from './harness.adapter.js';
import type { TurnEvent } from './turn-event.js';

const ID = '3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11';
const turn: TurnRequest = {
  kind: 'resume',
  harnessSessionId: ID,
  cwd: '/tree',
  prompt: '',
  binary: 'claude',
  extraArgs: [],
  outputFormat: 'stream-json',
};
const ended = (changes: Partial<ProcessEnd> = {}): ProcessEnd => ({
  code: 0,
  stderr: '',
  endedBy: null,
  at: 0,
  ...changes,
});
const result = (changes: Record<string, unknown> = {}): TurnEvent => ({
  kind: 'result',
  result: {
    type: 'result',
    subtype: 'success',
    is_error: false,
    num_turns: 1,
    result: 'done',
    session_id: ID,
    ...changes,
  },
});
const start = (version: string): TurnEvent => ({ kind: 'started', harnessSessionId: ID, version, model: null });

describe('what a turn of Claude Code came to', () => {
  it('completes under the id of a continuation', () => {
    const outcome = classifyClaude(ended(), [result({ session_id: 'another' })], turn);
    expect(outcome).toMatchObject({ class: 'completed', harnessSessionId: 'another' });
  });

  it('never keeps the id of a failed run', () => {
    const outcome = classifyClaude(ended({ code: 1 }), [result({ session_id: 'another', is_error: true })], turn);
    expect(outcome).toMatchObject({ class: 'agent-error', harnessSessionId: null });
  });

  it('counts denied tools and still completes', () => {
    const permission_denials = [{ tool_name: 'Bash' }, { tool_name: 'Write' }, {}];
    const outcome = classifyClaude(ended(), [result({ permission_denials })], turn);
    expect(outcome).toMatchObject({ class: 'completed', deniedTools: ['Bash', 'Write', 'tool'] });
    expect(outcome.detail).toContain('3 tool uses were denied (Bash, Write, tool)');
  });

  it('lets the last result decide', () => {
    expect(classifyClaude(ended(), [result({ is_error: true }), result()], turn).class).toBe('completed');
  });

  it('does not take an agent that writes about limits for one that met them', () => {
    const talk = 'I added handling for "429 Too Many Requests", "not logged in" and "Prompt is too long" to the client';
    expect(classifyClaude(ended(), [result({ result: talk })], turn).class).toBe('completed');
    expect(classifyClaude(ended({ code: 1 }), [result({ result: talk })], turn).class).toBe('agent-error');
  });

  it('takes exit 1 for gone only on positive evidence', () => {
    const gone = ended({ code: 1, stderr: `No conversation found with session ID: ${ID}` });
    expect(classifyClaude(gone, [], turn).class).toBe('session-gone');
    expect(classifyClaude(gone, [], { ...turn, kind: 'spawn' }).class).toBe('agent-error');
    expect(classifyClaude(ended({ code: 1 }), [], turn).class).toBe('agent-error');
  });

  it.each(['timed-out', 'silent', 'output-limit', 'cancelled', 'killed'] as const)(
    'says who ended it: %s',
    (endedBy) => {
      const outcome = classifyClaude(ended({ code: 143, endedBy }), [], turn);
      expect(outcome.class).toBe(endedBy === 'cancelled' ? 'killed' : endedBy);
      expect(outcome.detail).not.toBe('');
    },
  );

  describe('costs', () => {
    const cost = (total: number, changes: Partial<TurnRequest>, version = '2.1.332') =>
      classifyClaude(ended(), [start(version), result({ total_cost_usd: total })], { ...turn, ...changes }).costUsd;

    it('what a spawn reports', () => expect(cost(0.5, { kind: 'spawn' })).toBe(0.5));
    it('the difference to the last total', () => expect(cost(0.75, { totalsBefore: { costUsd: 0.5 } })).toBe(0.25));
    it('the new total when it is smaller', () => expect(cost(0.2, { totalsBefore: { costUsd: 0.5 } })).toBe(0.2));
    it('nothing known without an earlier total', () => expect(cost(0.75, {})).toBeNull());
    it.each(['2.1.250', '2.1.90', '1.0.40'])('the run alone in version %s', (version) =>
      expect(cost(0.75, { totalsBefore: { costUsd: 0.5 } }, version)).toBe(0.75),
    );
    it('what newer versions say of the run itself, whoever has spent what in between', () => {
      const model_usage_since_last_result = { big: { costUSD: 0.25 }, small: { costUSD: 0.125 } };
      const line = result({ total_cost_usd: 9, model_usage_since_last_result });
      expect(
        classifyClaude(ended(), [start('2.1.332'), line], { ...turn, totalsBefore: { costUsd: 0.5 } }).costUsd,
      ).toBe(0.375);
      const failed = result({ is_error: true, total_cost_usd: 9, model_usage_since_last_result: {} });
      expect(classifyClaude(ended({ code: 1 }), [start('2.1.332'), failed], turn).costUsd).toBe(0);
    });
    it('the total it will be asked about next time', () => {
      const outcome = classifyClaude(ended(), [result({ total_cost_usd: 0.75 })], turn);
      expect(outcome.totals).toEqual({ costUsd: 0.75 });
    });
  });
});
