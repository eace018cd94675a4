import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * GitHub as a folder of bare repositories: `https://github.com/` is rewritten to it in the git configuration of a home
 * of its own, so that the product's real URLs and commands are used.
 */
export class GitWorld {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-git-')));
  readonly home = join(this.folder, 'home');
  readonly remotes = join(this.folder, 'remotes');
  /** Must never appear: hostile names and files try to make it. */
  readonly canary = join(this.folder, 'canary');

  private moment = 1_760_000_000;

  constructor() {
    mkdirSync(this.home);
    writeFileSync(
      join(this.home, '.gitconfig'),
      `[user]\n\tname = Octo Cat\n\temail = octocat@example.com\n[init]\n\tdefaultBranch = main\n[core]\n\tfsync = none\n` +
        `[url "file://${this.remotes}/"]\n\tinsteadOf = https://github.com/\n\tinsteadOf = ssh://git@github.com/\n`,
    );
  }

  get environment(): Record<string, string> {
    return { HOME: this.home, PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1' };
  }

  git(cwd: string, ...args: string[]): string {
    return execFileSync('git', args, { cwd, env: this.environment, stdio: ['ignore', 'pipe', 'pipe'] })
      .toString()
      .trim();
  }

  /** A repository with one commit on main; returns its bare directory. */
  remote(repository: string, files: Record<string, string> = { 'README.md': 'hello\n' }): string {
    const bare = join(this.remotes, `${repository}.git`);
    mkdirSync(dirname(bare), { recursive: true });
    this.git(this.folder, 'init', '--quiet', '--bare', bare);
    this.write(bare, 'main', null, files);
    return bare;
  }

  /** One more commit on a branch of a remote, made from its parent branch; returns its id. */
  commit(repository: string, branch: string, files: Record<string, string>, parent = branch): string {
    return this.write(join(this.remotes, `${repository}.git`), branch, parent, files);
  }

  private write(bare: string, branch: string, parent: string | null, files: Record<string, string>): string {
    const text = (content: string) => `data ${Buffer.byteLength(content)}\n${content}\n`;
    const stream = [
      `commit refs/heads/${branch}\n`,
      `committer Octo Cat <octocat@example.com> ${(this.moment += 1)} +0000\n`,
      text(`Change ${Object.keys(files).join(', ')}`),
      parent === null ? '' : `from refs/heads/${parent}^0\n`,
      // What begins like a script can be run.
      ...Object.entries(files).map(
        ([name, content]) => `M ${content.startsWith('#!') ? '100755' : '100644'} inline ${name}\n${text(content)}`,
      ),
    ];
    const options = { cwd: bare, env: this.environment, input: stream.join('') };
    execFileSync('git', ['fast-import', '--quiet', '--force'], options);
    return this.git(bare, 'rev-parse', `refs/heads/${branch}`);
  }

  /** What GitHub shows in the base repository for a pull request, whoever's its head is. */
  pullRequest(base: string, number: number, head: { repository: string; branch: string }): string {
    const bare = join(this.remotes, `${base}.git`);
    const from = join(this.remotes, `${head.repository}.git`);
    this.git(bare, 'fetch', '--quiet', from, `+refs/heads/${head.branch}:refs/pull/${number}/head`);
    return this.git(bare, 'rev-parse', `refs/pull/${number}/head`);
  }

  fork(base: string, fork: string): void {
    mkdirSync(dirname(join(this.remotes, fork)), { recursive: true });
    this.git(
      this.folder,
      'clone',
      '--quiet',
      '--bare',
      join(this.remotes, `${base}.git`),
      join(this.remotes, `${fork}.git`),
    );
  }

  refs(repository: string): Map<string, string> {
    const bare = join(this.remotes, `${repository}.git`);
    const lines = this.git(bare, 'for-each-ref', '--format=%(refname) %(objectname)').split('\n');
    return new Map(lines.filter((line) => line !== '').map((line) => line.split(' ') as [string, string]));
  }

  get canaryExists(): boolean {
    return existsSync(this.canary);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
