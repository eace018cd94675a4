import { classifyCodex } from './codex-outcome.js';
import type { TurnRequest } from './harness.adapter.js';
import type { TurnEvent } from './turn-event.js';

const ID = '3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11';
const turn: TurnRequest = {
  kind: 'resume',
  harnessSessionId: ID,
  cwd: '/tree',
  prompt: '',
  binary: 'codex',
  extraArgs: [],
  outputFormat: 'stream-json',
};
const events = (usage: Record<string, number>): TurnEvent[] => [
  { kind: 'started', harnessSessionId: ID, version: null, model: null },
  { kind: 'text', text: 'first' },
  { kind: 'text', text: 'last' },
  { kind: 'result', result: { type: 'turn.completed', usage } },
];
const ended = { code: 0, stderr: '', endedBy: null, at: 0 };

describe('what a turn of Codex came to', () => {
  it('says its last words and counts its own tokens out of those of the thread', () => {
    const before = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 0 };
    const usage = { input_tokens: 150, output_tokens: 25, cached_input_tokens: 10 };
    expect(classifyCodex(ended, events(usage), { ...turn, totalsBefore: before })).toMatchObject({
      class: 'completed',
      text: 'last',
      usage: { inputTokens: 50, outputTokens: 5, cacheReadTokens: 10 },
      totals: { inputTokens: 150, outputTokens: 25, cacheReadTokens: 10 },
    });
  });

  it('does not know the tokens of a resumed turn without the earlier ones', () => {
    expect(classifyCodex(ended, events({ input_tokens: 150 }), turn).usage).toBeNull();
    expect(classifyCodex(ended, events({ input_tokens: 150 }), { ...turn, kind: 'spawn' }).usage).toMatchObject({
      inputTokens: 150,
    });
  });
});
