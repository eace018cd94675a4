import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CliProcess } from './cli.process.js';

let cli: CliProcess;
beforeEach(() => {
  cli = new CliProcess();
  mkdirSync(join(cli.cwd, '.the-loop'), { mode: 0o700 });
});
afterEach(() => cli.clear());

const home = (...path: string[]) => join(cli.cwd, ...path);
function put(file: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(home(file)), { recursive: true });
  writeFileSync(home(file), text, { mode });
  return text;
}
const read = (file: string) => readFileSync(home(file), 'utf8');
const json = (file: string) => JSON.parse(read(file));

/** Somebody's settings, written by hand: hooks of their own, in their own indentation. */
const SETTINGS = `{
    "model": "opus",
    "hooks": {
        "Stop": [
            {
                "hooks": [
                    { "type": "command", "command": "say done" }
                ]
            }
        ],
        "PreToolUse": [ { "matcher": "Edit", "hooks": [ { "type": "command", "command": "lint" } ] } ]
    },
    "permissions": { "allow": ["Bash(git:*)"] }
}
`;

test('adds what is needed, and nothing else moves', async () => {
  put('.claude/settings.json', SETTINGS, 0o640);
  const { code, stdout } = await cli.run('hooks', 'install', 'claude');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Added the hooks to .*settings\.json; before it was /)]);
  const { hooks, ...others } = json('.claude/settings.json');
  const { hooks: before, ...as } = JSON.parse(SETTINGS);
  expect(others).toEqual(as);
  expect(Object.keys(json('.claude/settings.json'))).toEqual(['model', 'hooks', 'permissions']);
  expect(hooks.PreToolUse).toEqual(before.PreToolUse);
  expect(hooks.Stop[0]).toEqual(before.Stop[0]);
  expect(Object.keys(hooks).sort()).toEqual(
    ['PostToolUse', 'PreToolUse', 'SessionEnd', 'SessionStart', 'Stop', 'UserPromptSubmit'].sort(),
  );
  expect(hooks.PostToolUse[0].matcher).toBe('Bash');
  const { command, type, timeout } = hooks.SessionStart[0].hooks[0];
  expect([type, timeout]).toEqual(['command', 5]);
  expect(command).toMatch(/ hook claude SessionStart --state \//);
  expect(command).toContain(`--state ${home('.the-loop')}`);
  expect(read('.claude/settings.json')).toMatch(/^{\n {4}"model"/);
  expect(statSync(home('.claude/settings.json')).mode & 0o777).toBe(0o640);
});

test('keeps a copy of what was there, with its mode, and leaves no draft behind', async () => {
  put('.claude/settings.json', SETTINGS, 0o600);
  await cli.run('hooks', 'install', 'claude');
  const [copy, ...more] = readdirSync(home('.claude')).filter((name) => name !== 'settings.json');
  expect([copy, more]).toEqual([expect.stringMatching(/^settings\.json\..*\.bak$/), []]);
  expect(read(join('.claude', copy!))).toBe(SETTINGS);
  expect(statSync(home('.claude', copy!)).mode & 0o777).toBe(0o600);
});

test('a second time it changes nothing', async () => {
  await cli.run('hooks', 'install', 'claude');
  const once = read('.claude/settings.json');
  expect((await cli.run('hooks', 'install', 'claude')).stdout).toMatch(/are in .* already/);
  expect(read('.claude/settings.json')).toBe(once);
});

test.each(['claude', 'cursor', 'codex'])(
  'what was added to %s is taken out again, and nothing else',
  async (harness) => {
    const file = { claude: '.claude/settings.json', cursor: '.cursor/hooks.json', codex: '.codex/hooks.json' }[
      harness
    ]!;
    expect((await cli.run('hooks', 'install', harness)).code).toBe(0);
    expect(JSON.stringify(json(file))).toContain(` hook ${harness} `);
    expect((await cli.run('hooks', 'uninstall', harness)).code).toBe(0);
    expect(existsSync(home(file))).toBe(false);

    const own = { ...(harness === 'cursor' && { version: 1 }), hooks: { stop: [{ command: 'mine' }] }, other: [1] };
    const text = put(file, `${JSON.stringify(own, null, 2)}\n`);
    await cli.run('hooks', 'install', harness);
    expect(read(file)).not.toBe(text);
    await cli.run('hooks', 'uninstall', harness);
    expect(read(file)).toBe(text);
    expect((await cli.run('hooks', 'uninstall', harness)).stdout).toMatch(/no hooks of ours/);
  },
);

test('the hooks of Cursor have the shape of Cursor', async () => {
  await cli.run('hooks', 'install', 'cursor');
  const { version, hooks } = json('.cursor/hooks.json');
  expect([version, Object.keys(hooks)]).toEqual([1, ['sessionStart', 'sessionEnd', 'stop', 'afterShellExecution']]);
  expect(hooks.stop).toEqual([{ command: expect.stringMatching(/ hook cursor stop --state /) }]);
});

test('a file that is a link is written where it really lies', async () => {
  put('dotfiles/claude.json', '{"model":"opus"}');
  mkdirSync(home('.claude'));
  symlinkSync(home('dotfiles/claude.json'), home('.claude/settings.json'));
  await cli.run('hooks', 'install', 'claude');
  expect(lstatSync(home('.claude/settings.json')).isSymbolicLink()).toBe(true);
  expect(json('dotfiles/claude.json')).toMatchObject({ model: 'opus', hooks: { Stop: [{}] } });
});

test.each([
  ['no JSON', '{ "model": "opus", }'],
  ['no object', '[]'],
  ['strange hooks', '{ "hooks": [] }'],
])('settings that are %s are refused and stay as they are', async (_, text) => {
  put('.claude/settings.json', text);
  for (const verb of ['install', 'uninstall']) {
    const { code, stderr } = await cli.run('hooks', verb, 'claude');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Cannot change .*nothing was changed\n$/)]);
  }
  expect([read('.claude/settings.json'), readdirSync(home('.claude'))]).toEqual([text, ['settings.json']]);
});

test('--print shows the settings and writes nothing', async () => {
  const { code, stdout } = await cli.run('hooks', 'install', 'claude', '--print');
  expect([code, Object.keys(JSON.parse(stdout).hooks)]).toEqual([0, expect.arrayContaining(['SessionStart', 'Stop'])]);
  expect(existsSync(home('.claude'))).toBe(false);
});

test("the folders the harness's own variables name are used", async () => {
  const { ended } = cli.spawned(['hooks', 'install', 'claude'], { CLAUDE_CONFIG_DIR: home('elsewhere') });
  expect((await ended).code).toBe(0);
  expect(existsSync(home('elsewhere/settings.json'))).toBe(true);
});

test('hooks without a server to report to are refused', async () => {
  const { ended } = cli.spawned(['hooks', 'install', 'claude', '--config', 'other.yaml']);
  expect((await ended).code).not.toBe(0);
  put('other.yaml', 'state: { root: nowhere }');
  const { code, stderr } = await cli.run('hooks', 'install', 'claude', '--config', 'other.yaml');
  expect([code, stderr]).toEqual([1, expect.stringContaining('the-loop init')]);
  expect((await cli.run('hooks', 'install', 'emacs')).code).toBe(2);
});
