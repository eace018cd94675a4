import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClaudeAdapter } from './claude.adapter.js';
import { ConversationPresence } from './conversation.presence.js';
import { CursorAdapter } from './cursor.adapter.js';
import { HarnessPreflight, type PreflightRequest } from './harness.preflight.js';
import { ProcessTable } from './process.table.js';

const ID = '3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11';

describe('a look before a turn', () => {
  let root: string;
  let tree: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-preflight-')));
    tree = join(root, 'tree');
    mkdirSync(tree);
    // A claude that answers from a file and counts how often it was asked.
    writeFileSync(join(root, 'claude'), `#!/bin/sh\necho asked >>${root}/asked\ncat ${root}/agents.json\n`);
    chmodSync(join(root, 'claude'), 0o755);
    mkdirSync(join(root, '.claude/sessions'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const preflight = () => new HarnessPreflight(new ConversationPresence(new ProcessTable()));
  const request = (changes: Partial<PreflightRequest> = {}): PreflightRequest => ({
    adapter: new ClaudeAdapter(),
    turn: { kind: 'resume', harnessSessionId: ID, cwd: tree, binary: 'claude' },
    environment: { PATH: `${root}:/usr/bin:/bin`, HOME: root },
    ...changes,
  });
  const asked = () => readFileSync(join(root, 'asked'), 'utf8').trim().split('\n').length;
  const agents = (...pids: number[]) => {
    writeFileSync(join(root, '.claude/sessions/1.json'), '{}');
    const entries = pids.map((pid) => ({ pid, sessionId: ID, cwd: tree, kind: 'interactive', status: 'idle' }));
    writeFileSync(join(root, 'agents.json'), JSON.stringify(entries));
  };

  it('lets a turn go ahead', async () => {
    expect(await preflight().check(request())).toEqual({ kind: 'ok' });
  });

  it('holds a turn whose directory is gone', async () => {
    renameSync(tree, join(root, 'elsewhere'));
    expect(await preflight().check(request())).toMatchObject({ kind: 'held', reason: 'directory-gone' });
  });

  it('holds a turn whose harness is missing', async () => {
    const verdict = await preflight().check(request({ turn: { ...request().turn, binary: 'claude-9' } }));
    expect(verdict).toMatchObject({ kind: 'held', reason: 'not-installed' });
  });

  describe('at whether the conversation is still there', () => {
    const CHAT = '9b2f6c1e-1111-4a4a-8b8b-000000000001';
    const cursor = (environment: Record<string, string> = {}): PreflightRequest => ({
      adapter: new CursorAdapter(),
      turn: { kind: 'resume', harnessSessionId: CHAT, cwd: tree, binary: 'claude' },
      environment: { ...request().environment, ...environment },
    });
    const chat = (id: string) =>
      mkdirSync(join(root, '.cursor/chats/6a4ed208d874bc31c17fb549de8edded', id), { recursive: true });

    it('ends a turn that a harness would answer in a blank one', async () => {
      chat('another');
      const verdict = await preflight().check(cursor());
      expect(verdict).toMatchObject({ kind: 'gone', outcome: { class: 'session-gone' } });
      expect(verdict).toHaveProperty('outcome.detail', expect.stringContaining(CHAT));
    });

    it('lets a turn go ahead where it is there, or where nobody can tell', async () => {
      expect((await preflight().check(cursor())).kind).toBe('ok');
      chat('another');
      expect((await preflight().check(cursor({ CURSOR_DATA_DIR: '/elsewhere' }))).kind).toBe('ok');
      chat(CHAT);
      expect((await preflight().check(cursor())).kind).toBe('ok');
    });
  });

  describe('at who has the conversation open', () => {
    it('asks nobody while no conversation leaves a trace', async () => {
      expect((await preflight().check(request())).kind).toBe('ok');
      expect(asked).toThrow('ENOENT');
    });

    it('holds a turn while a terminal has it, and says where', async () => {
      agents(process.pid);
      const verdict = await preflight().check(request());
      expect(verdict).toMatchObject({ kind: 'held', reason: 'open-elsewhere' });
      expect(verdict).toHaveProperty('detail', expect.stringContaining(`pid ${process.pid} in "${tree}"`));
      expect(verdict).toHaveProperty('until', expect.any(Number));
      expect((await preflight().check(request({ ignoresOpenElsewhere: true }))).kind).toBe('ok');
    });

    it('asks once for a burst of turns', async () => {
      agents();
      const look = preflight();
      await Promise.all([1, 2, 3, 4].map(() => look.check(request())));
      expect(asked()).toBe(1);
    });

    it('looks a second time before it believes a remembered answer', async () => {
      agents(process.pid);
      const look = preflight();
      expect((await look.check(request())).kind).toBe('held');
      agents();
      expect((await look.check(request())).kind).toBe('ok');
    });

    it('does not hold a turn for a run of our own', async () => {
      const ours = spawn('/bin/sleep', ['30'], { env: { THE_LOOP_RUN: 'a1' }, stdio: 'ignore' });
      try {
        agents(ours.pid!);
        expect((await preflight().check(request())).kind).toBe('ok');
      } finally {
        ours.kill('SIGKILL');
      }
    });

    it('takes an answer it cannot read for nobody known', async () => {
      agents();
      writeFileSync(join(root, 'agents.json'), 'error: unknown command');
      expect((await preflight().check(request())).kind).toBe('ok');
    });
  });
});
