import { plainLine } from './shown-text.js';

export type GitFailureCode =
  | 'git-missing'
  | 'timed-out'
  | 'cancelled'
  | 'disk-full'
  | 'not-allowed'
  | 'repository-not-found'
  | 'no-such-branch'
  | 'locked'
  | 'unreachable'
  | 'protocol-refused'
  | 'unsafe-owner'
  | 'git-failed';

/** How one call of git ended, as a value. */
export interface GitAnswer {
  readonly ended: 'exited' | 'timed-out' | 'cancelled' | 'too-much-output' | 'git-missing' | 'no-directory';
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** The tail of it. */
  readonly stderr: string;
}

/** Git had to succeed and did not. The message is a sentence for the person who looks after the server. */
export class GitFailedError extends Error {
  constructor(
    readonly code: GitFailureCode,
    readonly act: string,
    readonly said: string,
  ) {
    super(`Cannot ${act}: ${said}${ADVICE[code] === undefined ? '' : `; ${ADVICE[code]}`}`);
  }
}

export function gitFailure(act: string, answer: GitAnswer): GitFailedError {
  switch (answer.ended) {
    case 'git-missing':
      return new GitFailedError('git-missing', act, 'git is not on PATH');
    case 'no-directory':
      return new GitFailedError('git-failed', act, 'the directory to run git in is gone');
    case 'timed-out':
      return new GitFailedError('timed-out', act, 'git took too long and was ended');
    case 'cancelled':
      return new GitFailedError('cancelled', act, 'it was cancelled');
    case 'too-much-output':
      return new GitFailedError('git-failed', act, 'git wrote more than was expected');
    case 'exited':
      return new GitFailedError(codeOf(answer.stderr), act, `git said "${tellingLine(answer)}"`);
  }
}

/** Git's own sentences, in the C locale that we run it in. */
const SIGNS: readonly (readonly [GitFailureCode, RegExp])[] = [
  ['disk-full', /No space left on device|Disk quota exceeded/],
  ['protocol-refused', /transport '.*' not allowed/],
  ['no-such-branch', /couldn't find remote ref/],
  ['locked', /\.lock': File exists|could not lock config file .*: File exists|cannot lock ref '.*': Unable to create/],
  [
    'not-allowed',
    /could not read Username|could not read Password|terminal prompts disabled|Authentication failed|Permission denied \(|Host key verification failed|Invalid username|returned error: 40[13]/,
  ],
  [
    'repository-not-found',
    /[Rr]epository '?.*'? ?not found|does not appear to be a git repository|returned error: 404/,
  ],
  ['unsafe-owner', /dubious ownership/],
  [
    'unreachable',
    /Could not resolve host|Connection (?:refused|reset|timed out|closed)|Network is unreachable|unable to access|early EOF|hung up unexpectedly|RPC failed/,
  ],
];

const ADVICE: Partial<Record<GitFailureCode, string>> = {
  'git-missing': 'install it',
  'disk-full': 'make room; the unfinished checkout was removed',
  'not-allowed': 'git asks nobody here: let your own git reach the repository without a prompt first',
  'repository-not-found': 'look whether your own git can see it',
  'protocol-refused': 'only https and ssh are used; look for url.*.insteadOf in your git configuration',
  locked: 'another git works there, or one was cut off: remove the file it names when nothing runs',
};

export function codeOf(stderr: string): GitFailureCode {
  return SIGNS.find(([, sign]) => sign.test(stderr))?.[0] ?? 'git-failed';
}

function tellingLine({ stderr, code }: GitAnswer): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /^(?:fatal|error|ERROR): /.test(line)) ?? lines.at(-1);
  return telling === undefined ? `nothing, and left with ${code ?? 'a signal'}` : plainLine(telling);
}
