import { chmodSync, existsSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitWorld } from './git.world.js';

/**
 * A GitHub to make checkouts from: git runs with the product's own addresses and rules, and its `ssh` is a script that
 * serves the folder of a GitWorld.
 */
export class GithubOverSsh {
  readonly git = new GitWorld();
  readonly root = join(this.git.folder, 'checkouts');
  private readonly ssh = join(this.git.folder, 'ssh');
  private readonly config = join(this.git.folder, 'gitconfig');
  private readonly gate = join(this.git.folder, 'gate');
  private readonly waiting = join(this.git.folder, 'waiting');

  constructor() {
    writeFileSync(this.ssh, SSH(this.git.remotes, this.gate, this.waiting));
    chmodSync(this.ssh, 0o755);
    writeFileSync(this.config, '[core]\n\tfsync = none\n');
  }

  /** What the server's git sees of the user's surroundings. */
  get environment(): Record<string, string> {
    return {
      GIT_SSH_COMMAND: this.ssh,
      GIT_SSH_VARIANT: 'simple',
      GIT_CONFIG_GLOBAL: this.config,
      GIT_CONFIG_NOSYSTEM: '1',
    };
  }

  /** Where the checkout of `octo-repo#12` lies. */
  at(item: string): string {
    return join(this.root, 'github.com', 'octo-org', ...item.split('#'));
  }

  isThere(item: string): boolean {
    return existsSync(this.at(item));
  }

  head(item: string): { branch: string; commit: string } {
    const ask = (...words: string[]): string => this.git.git(this.at(item), 'rev-parse', ...words, 'HEAD');
    return { branch: ask('--abbrev-ref'), commit: ask() };
  }

  /** From now on nothing can be fetched until the gate is opened; resolves when somebody stands before it. */
  closeGate(): { reached: Promise<void> } {
    rmSync(this.waiting, { force: true });
    writeFileSync(this.gate, '');
    return {
      reached: new Promise((resolve) => {
        const watcher = watch(this.git.folder, () => {
          if (!existsSync(this.waiting)) return;
          watcher.close();
          resolve();
        });
      }),
    };
  }

  openGate(): void {
    rmSync(this.gate, { force: true });
  }

  close(): void {
    this.openGate();
    this.git.close();
  }
}

/** Its last argument is what git wants run on the other side: `git-upload-pack '/octo-org/octo-repo.git'`. */
const SSH = (remotes: string, gate: string, waiting: string): string => `#!/bin/sh
for wanted; do :; done
while [ -e '${gate}' ]; do
  [ -e '${waiting}' ] || { echo $$ > '${waiting}.new'; mv '${waiting}.new' '${waiting}'; }
  sleep 0.05
done
eval "set -- $wanted"
exec git upload-pack '${remotes}'"$2"
`;
