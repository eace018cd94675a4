import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitWorld } from '../support/git.world.js';
import { WorkspaceRoom } from '../support/workspace.room.js';

const APP = 'octo-org/octo-app';

describe.each(['worktree', 'clone'] as const)('hostile names and content (%s)', (strategy) => {
  let world: GitWorld;
  let room: WorkspaceRoom;
  beforeEach(async () => {
    world = new GitWorld();
    room = await WorkspaceRoom.open(world);
    room.settings.strategy = strategy;
    world.remote(APP);
  });
  afterEach(async () => {
    await room.end();
    world.close();
  });

  test('a hostile branch name runs nothing, leaves nothing and is shown for what it is', async () => {
    const session = await room.session(`github:${APP}#9`);
    const names = [
      `--upload-pack=touch ${world.canary}`,
      `--upload-pack=touch$IFS${world.canary}`,
      `$(touch ${world.canary})`,
      '`touch${IFS}' + world.canary + '`',
      `x;touch ${world.canary}`,
      '-x',
      '..',
      'a/../../b',
      'main:refs/heads/other',
      '+main',
      '^main',
      'main~1',
      'HEAD',
      '@{-1}',
      'a\nb',
      'a\0b',
      'ma\u200bin',
      'ma\u202ein',
      'ma\u00adin',
      'e\u0301', // decomposed: the file system of a Mac takes it for é
      'refs.lock',
      '.hidden',
      '',
      'x'.repeat(300),
    ];
    for (const branch of names) {
      const refusal = await room.refusal(session, { branch, sha: null, fork: null });
      // A plus sign and the like may be part of a name; it is then only a branch that is not there.
      expect(['bad-branch-name', 'no-such-branch']).toContain(refusal.code);
      expect(refusal.detail).toMatch(/^[\x20-\x7e…]+$/);
      expect(existsSync(world.canary)).toBe(false);
    }
    const directory = join(world.folder, 'checkouts/github.com', APP);
    expect(existsSync(directory) ? readdirSync(directory) : []).not.toContain('9');
  });

  test('a hostile commit id is no commit', async () => {
    const session = await room.session(`github:${APP}#9`);
    const sha = `--output=${world.canary}`;
    expect(await room.refusal(session, { branch: 'main', sha, fork: null })).toMatchObject({ code: 'head-mismatch' });
    expect(existsSync(world.canary)).toBe(false);
  });

  test('a default branch with a hostile name is refused too', async () => {
    const bare = join(world.remotes, `${APP}.git`);
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/$(touch${IFS}x)\n');
    world.git(bare, 'update-ref', 'refs/heads/$(touch${IFS}x)', world.refs(APP).get('refs/heads/main')!);
    expect(await room.refusal(await room.session(`github:${APP}#5`))).toMatchObject({ code: 'bad-branch-name' });
  });

  /** A branch with everything git could be made to run, and a home and a clone that are set up to run it. */
  function trap(): string {
    const script = `#!/bin/sh\ntouch '${world.canary}'\n`;
    const hooks = ['post-checkout', 'post-merge', 'pre-commit', 'reference-transaction', 'post-index-change'];
    const files: Record<string, string> = {
      '.gitattributes': '*.bin filter=evil diff=evil merge=evil\n*.lfs filter=lfs\n',
      'a.bin': 'a',
      'b.lfs': 'version https://git-lfs.github.com/spec/v1\n',
      '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% ${world.canary}\n\tupdate = !touch ${world.canary}\n`,
    };
    for (const hook of hooks) files[`.githooks/${hook}`] = script;
    const config = (key: string, value: string) => world.git(world.folder, 'config', '--global', key, value);
    config('core.hooksPath', '.githooks'); // as some people have it
    config('core.fsmonitor', `touch '${world.canary}'; false`);
    config('submodule.recurse', 'true');
    config('protocol.ext.allow', 'always');
    for (const filter of ['evil', 'lfs']) {
      for (const act of ['clean', 'smudge']) config(`filter.${filter}.${act}`, `touch '${world.canary}'; cat`);
      config(`filter.${filter}.process`, `touch '${world.canary}'`);
      config(`filter.${filter}.required`, 'true');
    }
    config('diff.evil.textconv', `touch '${world.canary}'`);
    config('core.askPass', `touch '${world.canary}'`);
    return world.commit(APP, 'trap', files, 'main');
  }

  test('hooks, fsmonitor, filters and submodules of a checked-out branch run nothing, from making to releasing', async () => {
    const sha = withoutTraps(() => trap());
    const session = await room.session(`github:${APP}#9`);
    const { path } = await room.checkout(session, { branch: 'trap', sha, fork: null });
    const hooks = join(path, strategy === 'clone' ? '.git' : '../repository.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    for (const hook of ['post-checkout', 'pre-auto-gc', 'reference-transaction']) {
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch '${world.canary}'\n`, { mode: 0o755 });
    }
    expect(existsSync(world.canary)).toBe(false);

    // The same from the inside, where an agent can write: the repository's own configuration.
    const inside = join(path, strategy === 'clone' ? '.git' : '../repository.git', 'config');
    for (const [key, value] of [
      ['core.fsmonitor', `touch '${world.canary}'; false`],
      ['filter.other.clean', `touch '${world.canary}'; cat`],
      ['core.hooksPath', '.githooks'],
      ['core.sshCommand', `touch '${world.canary}'; false`],
    ]) {
      world.git(world.folder, 'config', '--file', inside, key!, value!);
    }
    writeFileSync(join(path, '.gitattributes'), '* filter=other\n');
    writeFileSync(join(path, 'a.bin'), 'changed');
    expect(await room.prepare(session)).toMatchObject({ prepared: true, reused: true });
    const question = { sessionId: session.id, directory: path, spawn: false };
    await room.guard.check({
      ...question,
      workItem: { provider: 'github', owner: 'octo-org', repo: 'octo-app', number: 9 },
    });
    expect((await room.closeAndRelease(session)).stays?.reason).toBe('uncommitted-changes');
    expect((await room.closeAndRelease(session, { discard: true })).tree).toBe('removed');
    expect(existsSync(world.canary)).toBe(false);
  });

  /** The fixture is made with a git of its own, before its home is set up to run things. */
  function withoutTraps(make: () => string): string {
    const before = world.git.bind(world);
    const late: string[][] = [];
    world.git = (cwd, ...args) => {
      if (args[1] !== '--global') return before(cwd, ...args);
      late.push(args);
      return '';
    };
    const made = make();
    for (const args of late) before(world.folder, ...args);
    world.git = (cwd, ...args) => before(cwd, '-c', 'core.hooksPath=/dev/null', ...args);
    return made;
  }

  test('a remote helper is no way in, whatever the configuration allows', async () => {
    world.git(world.folder, 'config', '--global', 'protocol.ext.allow', 'always');
    world.git(
      world.folder,
      'config',
      '--global',
      `url.ext::sh -c touch% ${world.canary}.insteadOf`,
      'https://github.com/octo-org/x',
    );
    const refusal = await room.refusal(await room.session('github:octo-org/x#1'));
    expect(refusal).toMatchObject({ code: 'protocol-refused' });
    expect(existsSync(world.canary)).toBe(false);
  });

  test('a remote that is a directory is refused outside of tests', async () => {
    const closed = await WorkspaceRoom.open(world, { allowFile: false });
    closed.settings.strategy = strategy;
    expect(await closed.refusal(await closed.session(`github:${APP}#5`))).toMatchObject({ code: 'protocol-refused' });
    await closed.end();
  });
});
