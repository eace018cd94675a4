import { setTimeout as wait } from 'node:timers/promises';
import { GitFailedError, gitFailure } from './git-failure.js';
import type { Asked, GitClient } from './git.client.js';
import { branchNameProblem, headRef, isCommitId, trackingRef } from './ref-name.js';
import { quoted } from './shown-text.js';
import type { WorkspacePace } from './workspace.pace.js';
import { WorkspaceRefusedError } from './workspace-refusal.js';

export interface WantedHead {
  /** Full form, as the remote has it. */
  readonly source: string;
  /** Full form, where it is kept here. */
  readonly target: string;
  /** The commit an event told of. */
  readonly commit: string | null;
  /** For sentences. */
  readonly what: string;
}

/**
 * A repository on GitHub, as one of our clones fetches from it. It is addressed by URL and never by the remote's name:
 * what a name stands for is written in the clone, where an agent can write too.
 */
export class RemoteRepository {
  constructor(
    private readonly git: GitClient,
    private readonly place: Asked,
    private readonly url: string,
    private readonly pace: WorkspacePace,
  ) {}

  /** The branch that HEAD names there, fetched: every branch of ours begins at it. */
  async defaultBranch(): Promise<{ name: string; commit: string }> {
    const act = `ask ${this.url} for its default branch`;
    const listed = await this.git.order(
      act,
      this.network,
      'ls-remote',
      '--symref',
      '--end-of-options',
      this.url,
      'HEAD',
    );
    const name = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listed)?.[1];
    if (name === undefined) {
      throw new WorkspaceRefusedError('empty-repository', `Cannot use ${this.url}: it has no default branch yet`);
    }
    refuseBadName(name);
    const commit = await this.fetch(headRef(name), trackingRef(name));
    if (commit === undefined) {
      throw new WorkspaceRefusedError(
        'empty-repository',
        `Cannot use ${this.url}: its branch ${quoted(name)} is empty`,
      );
    }
    const remoteHead = ['refs/remotes/origin/HEAD', trackingRef(name)] as const;
    await this.git.order('note the default branch', this.place, 'symbolic-ref', ...remoteHead);
    return { name, commit };
  }

  /**
   * The commit a ref stands at. It is the one the event told of or has it in its history; anything else is looked at
   * again after a moment, and then refused: a tree on another commit would be worked on without anybody noticing.
   */
  async head(wanted: WantedHead): Promise<string> {
    if (wanted.commit !== null && !isCommitId(wanted.commit)) {
      throw new WorkspaceRefusedError(
        'head-mismatch',
        `Cannot use ${wanted.what}: ${quoted(wanted.commit)} is no commit`,
      );
    }
    let found: string | undefined;
    for (const pause of [0, ...this.pace.refPausesMs]) {
      await this.pausing(pause);
      found = await this.fetch(wanted.source, wanted.target);
      if (found !== undefined && (await this.holds(found, wanted.commit))) return found;
    }
    if (found === undefined) {
      throw new WorkspaceRefusedError('no-such-branch', `Cannot use ${wanted.what}: ${this.url} has no such ref`);
    }
    throw new WorkspaceRefusedError(
      'head-mismatch',
      `Cannot use ${wanted.what}: it stands at ${found.slice(0, 12)}, and the event tells of ` +
        `${wanted.commit!.slice(0, 12)}, which is not in its history`,
    );
  }

  /** What the remote shows of a pull request: its head, and the branches of its own that stand there. */
  async pullRequest(number: number): Promise<{ commit: string | undefined; branches: string[] }> {
    const refs = ['refs/heads/*', `refs/pull/${number}/head`];
    const act = `ask ${this.url} for pull request ${number}`;
    const listed = await this.git.order(act, this.network, 'ls-remote', '--end-of-options', this.url, ...refs);
    const pairs = listed.split('\n').map((line) => line.split('\t') as [string, string?]);
    const commit = pairs.find(([, ref]) => ref === refs[1])?.[0];
    const branches = pairs.filter(([at, ref]) => at === commit && ref?.startsWith('refs/heads/'));
    return { commit, branches: branches.map(([, ref]) => ref!.slice('refs/heads/'.length)) };
  }

  /** Every branch, so that what is fetched later is small. */
  async everything(): Promise<void> {
    await this.git.order(
      `fetch ${this.url}`,
      this.network,
      ...FETCH,
      '--',
      this.url,
      '+refs/heads/*:refs/remotes/origin/*',
    );
  }

  private async holds(found: string, commit: string | null): Promise<boolean> {
    return commit === null || found === commit || (await this.git.isWithin(this.place, commit, found));
  }

  /** undefined when the remote has no such ref. */
  private async fetch(source: string, target: string): Promise<string | undefined> {
    const act = `fetch ${quoted(source)} of ${this.url}`;
    const refspec = `+${source}:${target}`;
    try {
      await this.git.order(act, this.network, ...FETCH, '--', this.url, refspec);
    } catch (error) {
      if (!(error instanceof GitFailedError)) throw error;
      if (error.code === 'no-such-branch') return undefined;
      if (!/exists; cannot create/.test(error.said)) throw error;
      // A branch `a` that is gone stands in the way of `a/b`.
      await this.git.order(
        act,
        this.network,
        ...FETCH,
        '--prune',
        '--',
        this.url,
        '+refs/heads/*:refs/remotes/origin/*',
      );
      await this.git.order(act, this.network, ...FETCH, '--', this.url, refspec);
    }
    return this.git.commitAt(this.place, target);
  }

  private async pausing(pause: number): Promise<void> {
    if (pause === 0) return;
    await wait(pause, undefined, { signal: this.place.signal }).catch(() => {
      throw gitFailure(`fetch ${this.url}`, { ended: 'cancelled', code: null, stdout: '', stderr: '' });
    });
  }

  private get network(): Asked {
    return { ...this.place, timeoutMs: this.pace.networkMs, silenceMs: this.pace.silenceMs };
  }
}

const FETCH = ['fetch', '--progress', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-maintenance'];

export function refuseBadName(branch: string): void {
  const problem = branchNameProblem(branch);
  if (problem === undefined) return;
  throw new WorkspaceRefusedError('bad-branch-name', `Cannot check out branch ${quoted(branch)}: ${problem}`);
}
