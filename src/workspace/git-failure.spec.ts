import { codeOf, gitFailure } from './git-failure.js';

test.each([
  ['fatal: write error: No space left on device', 'disk-full'],
  ["fatal: unable to create '/x/index.lock': No space left on device", 'disk-full'],
  ["fatal: transport 'file' not allowed", 'protocol-refused'],
  ["fatal: couldn't find remote ref refs/heads/x", 'no-such-branch'],
  ["fatal: Unable to create '/x/packed-refs.lock': File exists.", 'locked'],
  ['error: could not lock config file /x/config: File exists', 'locked'],
  ["fatal: Unable to create '/x/packed-refs.lock': Permission denied", 'git-failed'],
  ["fatal: could not read Username for 'https://github.com': terminal prompts disabled", 'not-allowed'],
  ['git@github.com: Permission denied (publickey).', 'not-allowed'],
  ['Host key verification failed.', 'not-allowed'],
  ["fatal: unable to access 'https://github.com/o/r.git/': The requested URL returned error: 403", 'not-allowed'],
  ['remote: Repository not found.', 'repository-not-found'],
  ["fatal: repository 'https://github.com/o/r.git/' not found", 'repository-not-found'],
  ["fatal: detected dubious ownership in repository at '/x'", 'unsafe-owner'],
  ["fatal: unable to access 'https://github.com/': Could not resolve host: github.com", 'unreachable'],
  ['fatal: the remote end hung up unexpectedly', 'unreachable'],
  ['fatal: something new', 'git-failed'],
])('%s is %s', (said, code) => expect(codeOf(said)).toBe(code));

const answer = { ended: 'exited', code: 128, stdout: '' } as const;

test('the sentence names the act and what git said, without credentials or terminal tricks', () => {
  const stderr =
    "Cloning into 'x'...\nremote: \u001b[31mevil\u001b[2J\u0007\nfatal: unable to access 'https://user:secret@github.com/o/r/': \u202eno\n";
  expect(gitFailure('clone it', { ...answer, stderr }).message).toBe(
    `Cannot clone it: git said "fatal: unable to access 'https://github.com/o/r/': no"`,
  );
});

test('a git that says nothing is quoted as such', () => {
  expect(gitFailure('look', { ...answer, stderr: '' }).said).toBe('git said "nothing, and left with 128"');
});
