import { ClaudeAdapter } from '../../src/harness/claude.adapter.js';
import { CONVERSATION } from '../support/turn.bench.js';
import { harnessContract } from './harness.contract.js';

harnessContract({
  adapter: new ClaudeAdapter(),
  stub: 'stub-claude.mjs',
  promptOn: 'stdin',
  spawnArgs: ['-p', '--session-id', CONVERSATION, '--output-format', 'stream-json', '--verbose'],
  resumeArgs: ['-p', '--resume', CONVERSATION, '--output-format', 'stream-json', '--verbose'],
  protocolFlag: [
    '--output-format',
    '--output-format=text',
    '-r',
    '--resume',
    '--session-id',
    '-c',
    '--fork-session',
    '--',
  ],
  failures: [
    { name: 'the conversation is gone', words: 'gone', class: 'session-gone', says: /onStale/ },
    { name: 'the id of a spawn is taken', words: 'in-use', class: 'busy', says: /resume it/, kind: 'spawn' },
    { name: 'not logged in', words: 'not-logged-in', class: 'not-logged-in', says: /log in/ },
    { name: 'API 401', words: 'status=401', class: 'not-logged-in', says: /401/ },
    { name: 'API 429', words: 'status=429', class: 'rate-limited', says: /429/ },
    { name: 'API 529', words: 'status=529', class: 'rate-limited', says: /529/ },
    { name: 'API 500', words: 'status=500', class: 'agent-error', says: /API status 500/ },
    { name: 'an error flag with exit 0', words: 'status=500 exit=0', class: 'agent-error', says: /500/ },
    { name: 'a limit with exit 0', words: 'limit exit=0', class: 'rate-limited', says: /resets 1pm/ },
    { name: 'prompt too long', words: 'error=Prompt%20is%20too%20long', class: 'context-exhausted', says: /compact/ },
    { name: 'prompt too long without an error flag', words: 'too-long', class: 'context-exhausted', says: /compact/ },
    { name: 'most turns reached', words: 'max-turns', class: 'limit-reached', says: /harnessArgs\.claude/ },
    { name: 'no model call', words: 'no-call', class: 'agent-error', says: /no model call/ },
    { name: 'an unknown option', words: 'bad-flag', class: 'bad-configuration', says: /--nonsense/ },
  ],
});
