import { execFile } from 'node:child_process';

/** Where a working tree stands, as far as git tells. */
export interface TreePlace {
  readonly branch: string | null;
  readonly origin: string | null;
}

const ANSWER_WITHIN_MS = 700;
/** What some write into the address of a remote stays where it is. */
const CREDENTIALS = /^([\w+.-]+:\/\/)[^/@]*@/;

/** Branch and remote `origin` of a directory. Both questions read files only; nothing of the checkout is run. */
export async function askGit(cwd: string): Promise<TreePlace> {
  const [branch, origin] = await Promise.all([
    git(cwd, 'symbolic-ref', '--short', '--quiet', 'HEAD'),
    git(cwd, 'config', '--get', 'remote.origin.url'),
  ]);
  return { branch, origin: origin?.replace(CREDENTIALS, '$1') ?? null };
}

function git(cwd: string, ...args: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { cwd, timeout: ANSWER_WITHIN_MS, env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' } };
    execFile('git', args, options, (error, stdout) => resolve(error === null ? stdout.trim() || null : null));
  });
}
