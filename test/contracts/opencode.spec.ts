import { readFileSync } from 'node:fs';
import { harnessContract } from './harness.contract.js';
import { OpencodeAdapter } from './opencode.adapter.js';

const SESSION = 'ses_dd271300dffeJ4MH7xNrdLnpVZ';

harnessContract({
  adapter: new OpencodeAdapter(),
  stub: 'stub-opencode.mjs',
  promptOn: 'stdin',
  conversation: SESSION,
  spawnArgs: (tree) => ['run', '--format', 'json', '--dir', tree],
  resumeArgs: (tree) => ['run', '--format', 'json', '--session', SESSION, '--dir', tree],
  protocolFlag: ['--format', '--session=x', '-s', '--continue', '--dir', '--attach', '--'],
  failures: [
    { name: 'the session is gone', words: 'gone', class: 'session-gone', says: /register/ },
    { name: 'another session answers', words: 'session=ses_other', class: 'session-changed', says: /ses_other/ },
    { name: 'API 401', words: 'status=401', class: 'not-logged-in', says: /opencode auth login/ },
    { name: 'API 429', words: 'status=429', class: 'rate-limited', says: /429/ },
    { name: 'API 500', words: 'status=500', class: 'agent-error', says: /500/ },
    { name: 'too long', words: 'error=prompt%20is%20too%20long', class: 'context-exhausted', says: /fits/ },
  ],
});

describe('the page that tells how to add a harness', () => {
  const read = (file: string): string => readFileSync(file, 'utf8');
  const shown = [...read('docs/adding-a-harness.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  const [adapter, list, name, contract] = shown;

  test('shows this adapter, word for word', () => {
    expect(adapter).toBe(read('test/contracts/opencode.adapter.ts').replaceAll('../../src/harness/', './'));
  });

  test('shows the lists as they are, with one entry more', () => {
    expect(read('src/harness/harness.adapters.ts')).toContain(list!.replace(', OpencodeAdapter', ''));
    expect(read('src/config/harness-name.ts')).toContain(
      name!
        .replace('opencode:', 'codex:')
        .replace("title: 'opencode'", "title: 'Codex'")
        .replace("'opencode'", "'codex'"),
    );
  });

  test('shows the contract of this file', () => {
    expect(read('test/contracts/opencode.spec.ts')).toContain(contract);
    expect(shown).toHaveLength(4);
  });
});
