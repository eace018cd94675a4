import { Injectable } from '@nestjs/common';
import { realpath, stat } from 'node:fs/promises';
import { gitFailure } from './git-failure.js';
import { type Asked, GitClient } from './git.client.js';
import { remoteName } from './remote-url.js';

/** What a directory is, as far as git tells. */
export type TreeFacts =
  | { readonly kind: 'gone' }
  /** It is there and no git work tree; `said` when git refused to look at it. */
  | { readonly kind: 'no-tree'; readonly path: string; readonly said: string | null }
  | {
      readonly kind: 'tree';
      /** Real paths. */
      readonly path: string;
      readonly topLevel: string;
      readonly gitDir: string;
      /** Where the refs are; differs from `gitDir` in a linked worktree. */
      readonly commonDir: string;
      /** Without a commit: null. */
      readonly head: string | null;
      /** null on a detached HEAD. */
      readonly branch: string | null;
      /** `owner/repo`, folded, of every remote on GitHub, and of those on other hosts. */
      readonly repositories: readonly string[];
      readonly elsewhere: readonly string[];
    };

export type Tree = Extract<TreeFacts, { kind: 'tree' }>;

/** Looks at a directory without running anything that lies in it. */
@Injectable()
export class TreeReader {
  constructor(private readonly git: GitClient) {}

  async read(directory: string): Promise<TreeFacts> {
    const found = await stat(directory).catch(() => undefined);
    if (!found?.isDirectory()) return { kind: 'gone' };
    const path = await realpath(directory);
    const place: Asked = { cwd: path };
    const wanted = ['--path-format=absolute', '--show-toplevel', '--git-dir', '--git-common-dir'];
    const answer = await this.git.ask(place, 'rev-parse', ...wanted);
    if (answer.ended !== 'exited') throw gitFailure(`look at "${path}"`, answer);
    if (answer.code !== 0) return { kind: 'no-tree', path, said: refusalIn(answer.stderr) };

    const [topLevel = '', gitDir = '', commonDir = ''] = answer.stdout.split('\n');
    const [head, branch, remotes] = await Promise.all([
      this.git.commitAt(place, 'HEAD'),
      this.git.read(place, 'symbolic-ref', '--quiet', 'HEAD'),
      this.remotes(place),
    ]);
    return {
      ...{ kind: 'tree', path, topLevel, gitDir, commonDir, ...remotes },
      head: head ?? null,
      branch: branch?.replace(/^refs\/heads\//, '') ?? null,
    };
  }

  /** As the configuration spells them, and as `insteadOf` rewrites them. */
  private async remotes(place: Asked): Promise<Pick<Tree, 'repositories' | 'elsewhere'>> {
    const written = (await this.git.read(place, 'config', '--null', '--get-regexp', '^remote\\..*\\.url$')) ?? '';
    const effective = (await this.git.read(place, 'remote', '--verbose')) ?? '';
    const urls = [
      ...written.split('\0').map((entry) => entry.slice(entry.indexOf('\n') + 1)),
      ...effective.split('\n').map((line) => /\t(.*) \((?:fetch|push)\)/.exec(line)?.[1] ?? ''),
    ];
    const names = urls.map(remoteName).filter((name) => name !== undefined);
    const of = (onGithub: boolean): string[] => {
      return [
        ...new Set(names.filter((name) => name.onGithub === onGithub).map(({ repository }) => repository)),
      ].sort();
    };
    return { repositories: of(true), elsewhere: of(false) };
  }
}

/** Git's own words where it refuses a tree that is there; null where there simply is none. */
function refusalIn(stderr: string): string | null {
  if (/not a git repository|must be run in a work tree/.test(stderr)) return null;
  return gitFailure('look', { ended: 'exited', code: 128, stdout: '', stderr }).said;
}
