import { ClaudeAdapter } from './claude.adapter.js';
import type { TurnRequest } from './harness.adapter.js';

const adapter = new ClaudeAdapter();
const hooks = { words: ['/usr/bin/node', "/home/mona's/main.js"], state: '/srv/loop/.the-loop' };
const plan = (more: Partial<TurnRequest>): readonly string[] =>
  adapter.plan({
    kind: 'resume',
    harnessSessionId: 'c0ffee00-0000-4000-8000-000000000001',
    cwd: '/tmp',
    prompt: '',
    binary: 'claude',
    extraArgs: [],
    outputFormat: 'stream-json',
    ...more,
  }).args;

test('a turn of ours is given its hook inline, and tells of its shell only', () => {
  const args = plan({ hooks, extraArgs: ['--model', 'opus'] });
  const settings = args[args.indexOf('--settings') + 1]!;
  expect(JSON.parse(settings)).toEqual({
    hooks: {
      PostToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'command',
              command: `/usr/bin/node '/home/mona'\\''s/main.js' hook claude PostToolUse --state /srv/loop/.the-loop`,
              timeout: 5,
            },
          ],
        },
      ],
    },
  });
  expect(args.slice(-2)).toEqual(['--model', 'opus']);
});

test.each([
  ['where nothing was built to call', { hooks: null }],
  ['where the user gives settings of their own', { hooks, extraArgs: ['--settings', '{}'] }],
  ['where the user gives them in one word', { hooks, extraArgs: ['--settings={}'] }],
])('it is given none %s', (_, more) => {
  expect(plan(more).filter((word) => word.includes('PostToolUse'))).toEqual([]);
});
