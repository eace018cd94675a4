import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileSource } from '../support/compiled.source.js';
import { GitWorld } from '../support/git.world.js';
import { WorkspaceRoom } from '../support/workspace.room.js';

const APP = 'octo-org/octo-app';
const ISSUE = `github:${APP}#5`;

/** A server that prepares one checkout; its own process, so that it can be killed. */
const PREPARE = (folder: string, world: GitWorld, strategy: string) => `
  import { WorkspaceRoom } from '${pathToFileURL(join(folder, 'test/support/workspace.room.js')).href}';
  const world = ${JSON.stringify({ folder: world.folder, remotes: world.remotes, environment: { ...world.environment, HOME: join(world.folder, 'slow') } })};
  const room = await WorkspaceRoom.open(world);
  room.settings.strategy = '${strategy}';
  console.log(JSON.stringify(await room.prepare(await room.session('${ISSUE}'))));
`;

describe('a preparation that is cut off', () => {
  let compiled: string;
  let world: GitWorld;
  let room: WorkspaceRoom;
  beforeAll(() => {
    compiled = mkdtempSync(join(tmpdir(), 'the-loop-compiled-'));
    const rooms = ['config', 'events', 'database', 'sessions', 'workspace'].map((name) => `src/${name}`);
    compileSource(compiled, [...rooms, 'test/support']);
  });
  afterAll(() => rmSync(compiled, { recursive: true, force: true }));
  beforeEach(async () => {
    world = new GitWorld();
    world.remote(APP, { 'README.md': 'hello\n', 'large.bin': 'x'.repeat(200_000) });
    room = await WorkspaceRoom.open(world);
  });
  afterEach(async () => {
    await room.end();
    world.close();
  });

  /** A home whose git takes for ever to send a pack, and tells that it has begun, and in which process group. */
  function slowHome(): { began: Promise<number> } {
    const slow = join(world.folder, 'slow');
    const began = join(slow, 'began');
    mkdirSync(slow);
    const hook = join(slow, 'pack');
    writeFileSync(
      hook,
      `#!/bin/sh\nps -o pgid= -p $$ > '${began}.new'\nmv '${began}.new' '${began}'\nsleep 60\nexec "$@"\n`,
    );
    chmodSync(hook, 0o755);
    const config = readFileSync(join(world.home, '.gitconfig'), 'utf8');
    writeFileSync(join(slow, '.gitconfig'), `${config}[uploadpack]\n\tpackObjectsHook = ${hook}\n`);
    return {
      began: new Promise((resolve) => {
        const watcher = watch(slow, () => {
          if (!existsSync(began)) return;
          watcher.close();
          resolve(Number(readFileSync(began, 'utf8')));
        });
      }),
    };
  }

  function server(strategy: string): ChildProcess {
    const script = join(compiled, `prepare-${strategy}.mjs`);
    writeFileSync(script, PREPARE(compiled, world, strategy));
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  test.each(['worktree', 'clone'] as const)(
    'kill -9 during a clone leaves nothing in the way (%s)',
    async (strategy) => {
      room.settings.strategy = strategy;
      const slow = slowHome();
      const child = server(strategy);
      const group = await slow.began;
      const directory = join(world.folder, 'checkouts/github.com', APP);
      try {
        child.kill('SIGKILL');
        expect(readdirSync(directory).some((name) => name.includes('.preparing-'))).toBe(true);
        // The git of the killed server may still be there; nobody waits for it.
        expect(await room.prepare(await room.session(ISSUE))).toMatchObject({ prepared: true, reused: false });
      } finally {
        process.kill(-group, 'SIGKILL');
      }
      expect(readdirSync(directory).sort()).toEqual(strategy === 'clone' ? ['5'] : ['5', 'repository.git']);
      const path = join(directory, '5');
      expect(world.git(path, 'status', '--porcelain')).toBe('');
      expect(world.git(path, 'fsck', '--no-progress')).toBe('');
    },
  );

  test('cancelled, it ends the whole group, says so and leaves nothing', async () => {
    const slow = slowHome();
    const slowRoom = await WorkspaceRoom.open(world, {
      environment: { ...world.environment, HOME: join(world.folder, 'slow') },
    });
    const cancel = new AbortController();
    const answer = slowRoom.prepare(await slowRoom.session(ISSUE), null, { signal: cancel.signal });
    const group = await slow.began;
    cancel.abort();
    expect(await answer).toMatchObject({ prepared: false, refusal: { code: 'cancelled', passing: true } });
    expect(livingIn(group)).toEqual([]);
    expect(readdirSync(join(world.folder, 'checkouts/github.com', APP))).toEqual([]);
    await slowRoom.end();
  });

  test('a disk that is full says so, leaves nothing, and room made helps', async () => {
    const full = join(world.folder, 'full');
    mkdirSync(full);
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
    const script = `#!/bin/sh\nfor each; do case "$each" in fetch|clone)\n  "${real}" "$@"; for target; do :; done\n  echo 'fatal: write error: No space left on device' >&2; exit 128;; esac; done\nexec "${real}" "$@"\n`;
    writeFileSync(join(full, 'git'), script, { mode: 0o755 });
    for (const strategy of ['worktree', 'clone'] as const) {
      const poor = await WorkspaceRoom.open(world, { binary: join(full, 'git') });
      poor.settings.strategy = strategy;
      const session = await poor.session(ISSUE);
      const refusal = await poor.refusal(session);
      expect(refusal).toMatchObject({ code: 'disk-full', passing: true });
      expect(refusal.detail).toContain('No space left on device');
      expect(readdirSync(join(world.folder, 'checkouts/github.com', APP))).toEqual([]);
      await poor.end();
    }
    expect(await room.prepare(await room.session(ISSUE))).toMatchObject({ prepared: true });
  });

  test('a machine without git is told to install it', async () => {
    const bare = await WorkspaceRoom.open(world, { binary: join(world.folder, 'no-git') });
    const refusal = await bare.refusal(await bare.session(ISSUE));
    expect(refusal).toMatchObject({ code: 'git-missing', passing: false });
    await bare.end();
  });
});

/** Processes of a group, without those that have ended and are only waited for. */
function livingIn(group: number): string[] {
  const all = execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args=']).toString().split('\n');
  return all.filter((line) => line.trim().startsWith(`${group} `) && !/^ *\d+ +Z/.test(line));
}
