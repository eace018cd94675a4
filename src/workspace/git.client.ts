import { Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { type GitAnswer, GitFailedError, gitFailure } from './git-failure.js';
import { type GitCall, GitProcess } from './git.process.js';

/** How often a call that met somebody else's lock is tried again, and after which pause. */
const LOCK_TRIES = 12;
const LOCK_PAUSE_MS = 250;

export type Asked = Omit<GitCall, 'args'>;

/** Git as questions and orders: an order that fails throws GitFailedError, naming the act it was meant for. */
@Injectable()
export class GitClient {
  constructor(private readonly process: GitProcess) {}

  /** Runs and hands out how it ended, whatever that is. */
  ask(place: Asked, ...args: string[]): Promise<GitAnswer> {
    return this.process.run({ ...place, args });
  }

  /** The output, or undefined when git said no. Throws only when git could not be asked. */
  async read(place: Asked, ...args: string[]): Promise<string | undefined> {
    const answer = await this.ask(place, ...args);
    if (answer.ended !== 'exited' || answer.code === null) throw gitFailure(`run git ${args[0]}`, answer);
    return answer.code === 0 ? answer.stdout.replace(/\n$/, '') : undefined;
  }

  /** `act` completes "Cannot …". A lock that another git holds is waited for. */
  async order(act: string, place: Asked, ...args: string[]): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.ask(place, ...args);
      if (answer.ended === 'exited' && answer.code === 0) return answer.stdout.replace(/\n$/, '');
      const failure = gitFailure(act, answer);
      if (failure.code !== 'locked' || attempt >= LOCK_TRIES) throw failure;
      await wait(LOCK_PAUSE_MS, undefined, { signal: place.signal }).catch(() => {
        throw new GitFailedError('cancelled', act, 'it was cancelled');
      });
    }
  }

  /** The commit a ref in full form stands at. */
  commitAt(place: Asked, ref: string): Promise<string | undefined> {
    return this.read(place, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  }

  /** Whether the first commit is the second or one of its ancestors. */
  async isWithin(place: Asked, commit: string, descendant: string): Promise<boolean> {
    return (await this.ask(place, 'merge-base', '--is-ancestor', '--end-of-options', commit, descendant)).code === 0;
  }

  /** Whether a ref of a remote contains the commit: it is not only here. */
  async isOnRemote(place: Asked, commit: string): Promise<boolean> {
    const found = await this.read(place, 'for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes/');
    return found !== undefined && found !== '';
  }

  /**
   * Names of the content filters configured where a tree is looked at or written. Reading a configuration runs nothing;
   * the caller hands them on to whatever would have run them.
   */
  async filters(place: Asked): Promise<string[]> {
    const keys = (await this.read(place, 'config', '--null', '--name-only', '--get-regexp', '^filter\\.')) ?? '';
    const names = keys.split('\0').map((key) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1]);
    return [...new Set(names.filter((name) => name !== undefined))];
  }
}
