import { CursorAdapter } from '../../src/harness/cursor.adapter.js';
import { CONVERSATION } from '../support/turn.bench.js';
import { harnessContract } from './harness.contract.js';

harnessContract({
  adapter: new CursorAdapter(),
  stub: 'stub-cursor.mjs',
  promptOn: 'argv',
  spawnArgs: ['-p', '--output-format', 'stream-json'],
  resumeArgs: ['-p', '--output-format', 'stream-json', '--resume', CONVERSATION],
  protocolFlag: ['--output-format=text', '--resume', '--workspace', '-p', '--'],
  failures: [
    { name: 'an unknown chat is started anew', words: 'unknown', class: 'session-changed', says: /no memory/ },
    { name: 'an unknown chat, then a crash', words: 'unknown crash', class: 'session-changed', says: /no memory/ },
    {
      name: 'an untrusted workspace with exit 0',
      words: 'untrusted',
      class: 'untrusted-directory',
      says: /"--trust".*harnessArgs\.cursor/,
    },
    {
      name: 'an untrusted workspace with exit 1',
      words: 'untrusted exit=1',
      class: 'untrusted-directory',
      says: /--trust/,
    },
    { name: 'not logged in', words: 'not-logged-in', class: 'not-logged-in', says: /cursor-agent login/ },
    { name: 'API 401', words: 'status=401', class: 'not-logged-in', says: /401/ },
    { name: 'API 429', words: 'status=429', class: 'rate-limited', says: /429/ },
    { name: 'API 500', words: 'status=500', class: 'agent-error', says: /500/ },
    { name: 'an unknown option', words: 'bad-flag', class: 'bad-configuration', says: /--nonsense/ },
  ],
});
