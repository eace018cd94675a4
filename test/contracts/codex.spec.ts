import { CodexAdapter } from '../../src/harness/codex.adapter.js';
import { CONVERSATION } from '../support/turn.bench.js';
import { harnessContract } from './harness.contract.js';

harnessContract({
  adapter: new CodexAdapter(),
  stub: 'stub-codex.mjs',
  promptOn: 'stdin',
  spawnArgs: ['exec', '--json', '-'],
  resumeArgs: ['exec', 'resume', '--json', CONVERSATION, '-'],
  protocolFlag: ['--json', '-C', '--cd', '--cd=/', '--last', '--'],
  failures: [
    { name: 'the thread is gone', words: 'gone', class: 'session-gone', says: /onStale/ },
    { name: 'the thread is open elsewhere', words: 'busy', class: 'busy', says: /another Codex/ },
    {
      name: 'another thread answers',
      words: 'session=9f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c99',
      class: 'session-changed',
      says: /no memory/,
    },
    {
      name: 'no git repository',
      words: 'untrusted',
      class: 'untrusted-directory',
      says: /"--skip-git-repo-check".*harnessArgs\.codex/,
    },
    { name: 'API 401', words: 'status=401', class: 'not-logged-in', says: /codex login/ },
    { name: 'API 429', words: 'status=429', class: 'rate-limited', says: /429/ },
    { name: 'API 500', words: 'status=500', class: 'agent-error', says: /500/ },
    {
      name: 'context exhausted',
      words: 'error=context%20window%20exceeded',
      class: 'context-exhausted',
      says: /compact/,
    },
    { name: 'an unknown option', words: 'bad-flag', class: 'bad-configuration', says: /--nonsense/ },
  ],
});
