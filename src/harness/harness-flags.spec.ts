import { ClaudeAdapter } from './claude.adapter.js';
import { CodexAdapter } from './codex.adapter.js';
import { CursorAdapter } from './cursor.adapter.js';
import { wideningArgs } from './harness-flags.js';

const [claude, cursor, codex] = [new ClaudeAdapter(), new CursorAdapter(), new CodexAdapter()];

describe("the user's own arguments", () => {
  it.each([
    [claude, ['--output-format', 'text']],
    [claude, ['--output-format=text']],
    [claude, ['--model', 'x', '-r']],
    [claude, ['-dp']],
    [claude, ['-rabc']],
    [claude, ['--worktree']],
    [claude, ['--', 'words']],
    [cursor, ['--resume=x']],
    [cursor, ['--workspace', '/']],
    [codex, ['-C/tmp']],
    [codex, ['--last']],
    [codex, ['-']],
  ])('of $name never override the protocol: %j', (adapter, args) => {
    expect(adapter.argumentProblem(args)).toContain(`webhooks.ghWebhook.routing.harnessArgs.${adapter.name}`);
  });

  it.each([
    [claude, ['--model', 'opus', '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(git *)', '--verbose']],
    [cursor, ['--force', '--trust', '--model', 'gpt-5']],
    [codex, ['-s', 'workspace-write', '-c', 'model=o4', '--skip-git-repo-check', '-i', 'a.png']],
  ])('of $name are otherwise free: %j', (adapter, args) => {
    expect(adapter.argumentProblem(args)).toBeUndefined();
  });

  it.each([
    [claude, ['--permission-mode', 'acceptEdits'], ['--permission-mode acceptEdits']],
    [claude, ['--permission-mode=bypassPermissions'], ['--permission-mode=bypassPermissions']],
    [claude, ['--permission-mode', 'plan', '--model', 'opus'], []],
    [claude, ['--dangerously-skip-permissions'], ['--dangerously-skip-permissions']],
    [cursor, ['--force', '-f', '--trust'], ['--force', '-f', '--trust']],
    [cursor, ['--sandbox', 'enabled'], []],
    [codex, ['-s', 'read-only', '-s', 'danger-full-access'], ['-s danger-full-access']],
    [codex, ['-c', 'sandbox_mode=workspace-write', '-c', 'model=x'], ['-c sandbox_mode=workspace-write']],
  ])('of $name that widen what it may do are known: %j', (adapter, args, expected) => {
    expect(wideningArgs(args, adapter.flags)).toEqual(expected);
  });

  it('say the same to a resumed Codex, which has no -s', () => {
    const turn = { kind: 'resume', harnessSessionId: '3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11' } as const;
    const plan = (extraArgs: string[]) =>
      codex
        .plan({ ...turn, cwd: '/', prompt: '', binary: 'codex', outputFormat: 'stream-json', extraArgs })
        .args.slice(5);
    expect(plan(['-s', 'workspace-write', '-m', 'x'])).toEqual(['-c', 'sandbox_mode=workspace-write', '-m', 'x']);
    expect(plan(['--sandbox=read-only'])).toEqual(['-c', 'sandbox_mode=read-only']);
    expect(plan(['-i', 's.png'])).toEqual(['-i', 's.png']);
  });
});
