import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SessionEntity } from '../../src/database/entities/session.entity.js';
import { SessionLinkEntity } from '../../src/database/entities/session-link.entity.js';
import { TurnTokens } from '../../src/dispatch/turn.tokens.js';
import { insertDelivery, insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';
import { CliProcess, type Ended } from './cli.process.js';
import { CLAUDE, CODEX, CURSOR } from './hook-inputs.js';

const SILENT = { code: 0, stdout: '', stderr: '' };
const ONE = 'c0ffee00-0000-4000-8000-000000000001';
const TWO = 'c0ffee00-0000-4000-8000-000000000002';

let server: TestServer;
let cli: CliProcess;
let state: string;
let trees = 0;

beforeAll(async () => {
  server = await TestServer.start();
  server.holdLanes();
  state = server.paths.root;
});
afterAll(() => server.stop());
beforeEach(() => (cli = new CliProcess()));
afterEach(() => cli.clear());

function hook(words: string, input: unknown, env: Record<string, string> = {}): Promise<Ended> {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return cli.spawned(['hook', ...words.split(' '), '--state', state], env, text).ended;
}
const claude = (event: string, input: unknown, env?: Record<string, string>) => hook(`claude ${event}`, input, env);

/** A checkout on this branch, as far as a hook looks at it. */
function tree(branch: string, origin = 'git@github.com:Octo-Org/Octo-Repo.git'): string {
  const cwd = join(cli.cwd, `tree-${(trees += 1)}`);
  execFileSync('git', ['init', '--quiet', '--initial-branch', branch, cwd]);
  execFileSync('git', ['-C', cwd, 'remote', 'add', 'origin', origin]);
  return cwd;
}

const sessionOf = (number: number): Promise<SessionEntity | undefined> =>
  server.run((tx) => tx.one(SessionEntity, { workItemKey: `github:octo-org/octo-repo#${number}` }));
const sessionAt = (id: string): Promise<SessionEntity> => server.run((tx) => tx.one(SessionEntity, { id })!);
const count = (): Promise<number> => server.run((tx) => tx.count(SessionEntity, {}));

describe('a conversation that begins', () => {
  test('is registered for the issue its branch is named after, without a word', async () => {
    const cwd = tree('issue-15-a-few-words');
    expect(await claude('SessionStart', CLAUDE.sessionStart({ session: ONE, cwd }))).toEqual(SILENT);
    expect(await sessionOf(15)).toMatchObject({ harness: 'claude', harnessSessionId: ONE, cwd, status: 'active' });
  });

  test('is registered once, and another one on the same branch takes nothing from it', async () => {
    const cwd = tree('issue-16');
    for (const session of [ONE.replace('1', '6'), ONE.replace('1', '6'), TWO]) {
      expect(await claude('SessionStart', CLAUDE.sessionStart({ session, cwd }))).toEqual(SILENT);
    }
    expect(await sessionOf(16)).toMatchObject({ harnessSessionId: ONE.replace('1', '6') });
  });

  test('follows the work item it was given rather than its branch', async () => {
    const cwd = tree('issue-17');
    const env = { THE_LOOP_WORK_ITEM: 'github:octo-org/octo-repo#18', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };
    await claude('SessionStart', CLAUDE.sessionStart({ session: 'given', cwd }), env);
    expect(await sessionOf(17)).toBeUndefined();
    expect(await sessionOf(18)).toMatchObject({ harnessSessionId: 'given' });
  });

  test.each<[string, () => string, Record<string, string>]>([
    ['on a branch without an issue', () => tree('main'), {}],
    ['of a repository elsewhere', () => tree('issue-90', 'https://gitlab.com/octo-org/octo-repo.git'), {}],
    ['outside of git', () => cli.cwd, {}],
    ['in a turn of ours', () => tree('issue-90'), { THE_LOOP_RUN: 'r', THE_LOOP_DISPATCH_ID: 'd' }],
    ['nobody sits in front of', () => tree('issue-90'), { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
  ])('%s is left alone', async (_, place, env) => {
    const before = await count();
    expect(await claude('SessionStart', CLAUDE.sessionStart({ session: 'nobody', cwd: place() }), env)).toEqual(SILENT);
    expect(await count()).toBe(before);
  });

  test('and was closed with its item stays closed, but a new one there takes the record up', async () => {
    const cwd = tree('issue-19');
    await claude('SessionStart', CLAUDE.sessionStart({ session: 'first', cwd }));
    const { id } = (await sessionOf(19))!;
    await server.run((tx) => tx.update(SessionEntity, { id }, { status: 'closed', closedAt: tx.now }));
    await claude('SessionStart', CLAUDE.sessionStart({ session: 'first', cwd, source: 'resume' }));
    expect((await sessionAt(id)).status).toBe('closed');
    await claude('SessionStart', CLAUDE.sessionStart({ session: 'second', cwd }));
    expect(await sessionAt(id)).toMatchObject({ status: 'active', harnessSessionId: 'second' });
  });

  test('in Codex and in Cursor is registered as well, and Cursor is not heard twice', async () => {
    await hook('codex SessionStart', CODEX.sessionStart({ cwd: tree('issue-20') }));
    expect(await sessionOf(20)).toMatchObject({ harness: 'codex' });
    const cwd = tree('issue-21');
    // Cursor runs the hooks of Claude's settings, too.
    await claude('SessionStart', CURSOR.sessionStart({ session: 'chat-21', cwd }));
    expect(await sessionOf(21)).toBeUndefined();
    await hook('cursor sessionStart', CURSOR.sessionStart({ session: 'chat-21', cwd }));
    expect(await sessionOf(21)).toMatchObject({ harness: 'cursor', harnessSessionId: 'chat-21', cwd });
  });
});

describe('a conversation that is cleared', () => {
  const begin = async (number: number): Promise<{ id: string; cwd: string }> => {
    const cwd = tree(`issue-${number}`);
    await claude('SessionStart', CLAUDE.sessionStart({ session: `old-${number}`, cwd }));
    const { id } = (await sessionOf(number))!;
    await server.run((tx) => insertDispatch(tx, id, { state: 'held', outcome: 'open-elsewhere' }));
    return { id, cwd };
  };
  const states = (sessionId: string) =>
    server.run((tx) => tx.select('SELECT state FROM dispatch WHERE sessionId = ?', sessionId));

  test('goes on under its new id with everything that waits, also where the branch names nothing', async () => {
    const { id, cwd } = await begin(30);
    execFileSync('git', ['-C', cwd, 'checkout', '--quiet', '-b', 'other']);
    const env = { CLAUDE_PID: '4242' };
    await claude('SessionEnd', CLAUDE.sessionEnd({ session: 'old-30', cwd, reason: 'clear' }), env);
    await claude('SessionStart', CLAUDE.sessionStart({ session: 'new-30', cwd, source: 'clear' }), env);
    expect(await sessionAt(id)).toMatchObject({
      harnessSessionId: 'new-30',
      formerHarnessSessionIds: ['old-30'],
      status: 'active',
    });
    expect(await states(id)).toEqual([{ state: 'queued' }]);
  });

  test('is known by its place when the hook of its end was cut off', async () => {
    const { id, cwd } = await begin(31);
    await claude('SessionStart', CLAUDE.sessionStart({ session: 'new-31', cwd, source: 'clear' }), { CLAUDE_PID: '1' });
    expect((await sessionAt(id)).harnessSessionId).toBe('new-31');
  });

  test('and belonged to nobody takes nothing from its neighbour', async () => {
    const { id, cwd } = await begin(32);
    const env = { CLAUDE_PID: '4343' };
    await claude('SessionEnd', CLAUDE.sessionEnd({ session: 'visitor', cwd, reason: 'clear' }), env);
    await claude('SessionStart', CLAUDE.sessionStart({ session: 'visitor-2', cwd, source: 'clear' }), env);
    expect((await sessionAt(id)).harnessSessionId).toBe('old-32');
  });

  test('the end of a process closes nothing, and lets what waited for it try again', async () => {
    const { id } = await begin(33);
    expect(await claude('SessionEnd', CLAUDE.sessionEnd({ session: 'old-33' }))).toEqual(SILENT);
    expect((await sessionAt(id)).status).toBe('active');
    expect(await states(id)).toEqual([{ state: 'queued' }]);
  });
});

describe('a pull request', () => {
  const URL = 'https://github.com/octo-org/shop/pull/';
  const links = (id: string) =>
    server.run((tx) => tx.many(SessionLinkEntity, { sessionId: id }).map(({ ref, source }) => `${ref} ${source}`));
  let id: string;
  let number = 500;
  beforeEach(async () => {
    number += 1;
    id = await server.run((tx) => insertSession(tx, number, { harnessSessionId: `pr-${number}` }));
  });
  const opened = (command: string, output: string, env?: Record<string, string>) =>
    claude('PostToolUse', CLAUDE.bash(command, output, { session: `pr-${number}` }), env);

  test('that the agent opens is linked, however often it is told', async () => {
    const output = `Creating pull request for issue-${number} into main\n\n${URL}${number + 400}\n`;
    for (let time = 0; time < 2; time++)
      expect(await opened('git push && gh pr create --fill', output)).toEqual(SILENT);
    expect(await links(id)).toEqual([`github:octo-org/shop#${number + 400} hook`]);
  });

  test.each([
    ['gh pr view 7 --json url -q .url', `${URL}7`],
    ['gh pr create --web', 'Opening github.com in your browser.'],
    ['gh pr create --fill', 'https://github.com/octo-org/elsewhere/pull/7'],
    ['gh pr create --fill', 'https://attacker.tld/octo-org/shop/pull/7'],
    ['gh pr create --fill; gh pr list', `${URL}7\n${URL}8`],
    ['gh pr create --fill', `see ${URL}7 for more`],
  ])('is not linked by %s', async (command, output) => {
    expect((await opened(command, output)).code).toBe(0);
    expect(await links(id)).toEqual([]);
  });

  test('that a turn of ours opens is linked to the session of the turn, by its own token', async () => {
    const tokens = server.get(TurnTokens);
    const { token, hash } = tokens.issue();
    tokens.admit(hash, { sessionId: id, dispatchId: 'd' });
    const env = {
      THE_LOOP_RUN: 'r',
      THE_LOOP_DISPATCH_ID: 'd',
      THE_LOOP_TOKEN: token,
      THE_LOOP_CONTROL_URL: server.running.controlUrl,
    };
    await opened('gh pr create --fill', `${URL}${number + 400}`, env);
    expect(await links(id)).toEqual([`github:octo-org/shop#${number + 400} hook`]);
  });

  test('that Codex or Cursor opens is linked as well', async () => {
    await server.run((tx) => tx.update(SessionEntity, { id }, { harness: 'codex', harnessSessionId: 'codex-pr' }));
    const { id: other } = await server.run((tx) => ({
      id: insertSession(tx, 499, { harness: 'cursor', harnessSessionId: 'cursor-pr' }),
    }));
    await hook('codex PostToolUse', CODEX.shell('gh pr create --fill', `${URL}990\n`, { session: 'codex-pr' }));
    await hook('cursor afterShellExecution', CURSOR.shell('gh pr new -f', `${URL}991\n`, { session: 'cursor-pr' }));
    expect([await links(id), await links(other)]).toEqual([
      ['github:octo-org/shop#990 hook'],
      ['github:octo-org/shop#991 hook'],
    ]);
  });
});

describe('events that wait because the conversation is open', () => {
  let id: string;
  let conversation: string;
  let number = 700;
  beforeEach(async () => {
    number += 1;
    conversation = `open-${number}`;
    id = await server.run((tx) => insertSession(tx, number, { harnessSessionId: conversation }));
  });
  const wait = (deliveryId: string, more: object = {}) =>
    server.run((tx) => {
      const comment = {
        action: 'created',
        comment: { body: `body of ${deliveryId} for @mona`, user: { login: 'mona' } },
      };
      insertDelivery(tx, deliveryId, { payload: Buffer.from(JSON.stringify(comment)) });
      return insertDispatch(tx, id, { deliveryId, state: 'held', outcome: 'open-elsewhere', ...more });
    });
  const rows = () =>
    server.run((tx) =>
      tx.select<{ outcome: string }>(
        'SELECT deliveryId, state, outcome, attempts FROM dispatch WHERE sessionId = ? ORDER BY seq',
        id,
      ),
    );
  const stop = (env?: Record<string, string>) => claude('Stop', CLAUDE.stop({ session: conversation }), env);

  test('are handed over one by one at the ends of its turns, each once and in order', async () => {
    const [one, two] = [`a-${number}`, `b-${number}`];
    await wait(one);
    await wait(two, { state: 'queued', outcome: null });
    const first = await stop();
    expect([first.code, first.stderr]).toEqual([0, '']);
    const { decision, reason } = JSON.parse(first.stdout);
    expect(decision).toBe('block');
    expect(reason).toMatch(/^From the-loop: /);
    expect(reason).toContain(`body of ${one} for \\u0040mona`);
    expect(reason).not.toContain(two);
    expect(await rows()).toMatchObject([
      { deliveryId: one, state: 'succeeded', outcome: 'handed-over', attempts: 1 },
      { deliveryId: two, state: 'queued' },
    ]);

    // The lane finds the terminal still open.
    await server.run((tx) =>
      tx.execute(`UPDATE dispatch SET state = 'held', outcome = 'open-elsewhere' WHERE deliveryId = ?`, two),
    );
    expect(JSON.parse((await stop()).stdout).reason).toContain(`body of ${two}`);
    expect(await stop()).toEqual(SILENT);
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['handed-over', 'handed-over']);
  });

  test('are handed over with the next prompt of the person', async () => {
    await wait(`p-${number}`);
    const { stdout } = await claude('UserPromptSubmit', CLAUDE.userPromptSubmit({ session: conversation }));
    const { hookSpecificOutput } = JSON.parse(stdout);
    expect(hookSpecificOutput.hookEventName).toBe('UserPromptSubmit');
    expect(hookSpecificOutput.additionalContext).toContain(`body of p-${number}`);
  });

  test('go to one of two who ask at the same moment', async () => {
    await wait(`race-${number}`);
    const answers = await Promise.all([stop(), stop(), stop()]);
    expect(answers.filter(({ stdout }) => stdout.includes(`body of race-${number}`))).toHaveLength(1);
    expect(answers.filter(({ stdout }) => stdout === '')).toHaveLength(2);
  });

  test.each<[string, object, Record<string, string>]>([
    ['a turn of ours', {}, { THE_LOOP_RUN: 'r' }],
    ['a run nobody sits in front of', {}, { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
    ['anybody while they wait for something else', { outcome: 'rate-limited' }, {}],
  ])('are not handed to %s', async (_, row, env) => {
    await wait(`n-${number}`, row);
    expect(await stop(env)).toEqual(SILENT);
    expect(await rows()).toMatchObject([{ state: 'held' }]);
  });

  test('stay in order behind a row that runs or waits for something else', async () => {
    await wait(`x-${number}`, { outcome: 'rate-limited' });
    await wait(`y-${number}`);
    expect(await stop()).toEqual(SILENT);
    expect(await rows()).toMatchObject([{ state: 'held' }, { state: 'held' }]);
  });

  test('reach Cursor as its next message, unless its turn was broken off', async () => {
    await server.run((tx) => tx.update(SessionEntity, { id }, { harness: 'cursor' }));
    await wait(`c-${number}`);
    const stopped = (status: string) => hook('cursor stop', CURSOR.stop({ session: conversation, status }));
    expect(await stopped('aborted')).toEqual(SILENT);
    expect(JSON.parse((await stopped('completed')).stdout).followup_message).toContain(`body of c-${number}`);
  });
});

describe('whatever happens to a hook', () => {
  test.each<[string, string[], string]>([
    ['nothing said', [], ''],
    ['an unknown harness', ['emacs', 'SessionStart'], '{}'],
    ['an unknown event', ['claude', 'Nothing'], '{}'],
    ['an unknown option', ['claude', 'Stop', '--nonsense'], '{}'],
    ['no JSON', ['claude', 'Stop'], 'no'],
    ['JSON that is no object', ['claude', 'Stop'], '[]'],
    ['nothing on stdin', ['claude', 'Stop'], ''],
    ['an event of nobody', ['claude', 'Stop'], '{}'],
  ])('it ends with 0: %s', async (_, words, input) => {
    const { code, stdout } = await cli.spawned(['hook', ...words], {}, input).ended;
    expect([code, stdout]).toEqual([0, '']);
  });

  test('a refusal of the server is told and disturbs nobody', async () => {
    const env = { THE_LOOP_WORK_ITEM: 'jira:ABC-1' };
    const { code, stdout, stderr } = await claude('SessionStart', CLAUDE.sessionStart({ session: 'refused' }), env);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('jira: is reserved');
  });

  describe('without a server that answers', () => {
    let root: string;
    beforeEach(() => {
      root = join(cli.cwd, 'state');
      mkdirSync(join(root, 'state'), { recursive: true, mode: 0o700 });
    });
    const call = (words: string[], input: object, env = {}): Promise<Ended> =>
      cli.spawned(['hook', ...words, '--state', root], env, JSON.stringify(input)).ended;
    const spooled = (): string[] => readdirSync(join(root, 'state', 'spool'));

    test('it leaves a note nobody else can read, and nothing that is over anyway', async () => {
      const env = { THE_LOOP_WORK_ITEM: 'github:octo-org/octo-repo#40' };
      const start = CLAUDE.sessionStart({ session: 'later', cwd: cli.cwd });
      expect((await call(['claude', 'SessionStart'], start, env)).code).toBe(0);
      expect((await call(['claude', 'Stop'], CLAUDE.stop({ session: 'later' }))).code).toBe(0);
      const [name, ...more] = spooled();
      expect(more).toEqual([]);
      const file = join(root, 'state', 'spool', name!);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        kind: 'sessionStarted',
        harnessSessionId: 'later',
      });
    });

    test('where there is no state folder at all it leaves nothing', async () => {
      root = join(cli.cwd, 'gone');
      expect((await call(['claude', 'SessionEnd'], CLAUDE.sessionEnd())).code).toBe(0);
      expect(readdirSync(cli.cwd)).not.toContain('gone');
    });

    test('it ends within two seconds, also when its harness never closes the pipe', async () => {
      const deaf = createServer(() => undefined).listen(0, '127.0.0.1');
      try {
        await new Promise((resolve) => deaf.once('listening', resolve));
        const controlUrl = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
        const address = { pid: process.pid, controlUrl, webhookUrl: controlUrl };
        writeFileSync(join(root, 'state', 'server.json'), JSON.stringify(address), { mode: 0o600 });
        writeFileSync(join(root, 'control.token'), 'x'.repeat(43), { mode: 0o600 });
        const env = { THE_LOOP_WORK_ITEM: 'github:octo-org/octo-repo#41' };
        const begun = performance.now();
        const end = await call(['claude', 'SessionStart'], CLAUDE.sessionStart({ cwd: cli.cwd }), env);
        expect(performance.now() - begun).toBeLessThan(2_000);
        expect([end.code, end.stdout, spooled()]).toEqual([0, '', [expect.stringMatching(/\.json$/)]]);

        const open = cli.spawned(['hook', 'claude', 'Stop', '--state', root], {}, undefined, 'open');
        const since = performance.now();
        expect((await open.ended).code).toBe(0);
        expect(performance.now() - since).toBeLessThan(2_000);
      } finally {
        deaf.close();
      }
    });
  });

  test('the next start takes the notes in their order, and leaves out what is broken or not its own', async () => {
    const other = await TestServer.start();
    await other.running.stop();
    const { spool } = other.paths;
    const leave = (name: string, report: unknown, mode = 0o600): void => {
      const text = typeof report === 'string' ? report : JSON.stringify(report);
      writeFileSync(join(spool, name), text, { mode });
    };
    const report = { kind: 'sessionStarted', harness: 'claude', cwd: '/tmp', attended: true };
    const item = { workItem: 'github:octo-org/octo-repo#50' };
    leave('000000000000001-a.json', { ...report, ...item, harnessSessionId: 'noted' });
    leave('000000000000002-b.json', '{');
    leave('000000000000003-c.json', { ...report, harnessSessionId: 7 });
    leave('000000000000004-d.json', { ...report, workItem: 'github:o/r#1', harnessSessionId: 'open' }, 0o644);
    leave('000000000000005-e.json', { kind: 'sessionCleared', harness: 'claude', harnessSessionId: 'noted', pid: 9 });
    leave('000000000000006-f.json', { ...report, harnessSessionId: 'again', source: 'clear', pid: 9 });
    leave('000000000000007-g.json.new', { ...report, workItem: 'github:o/r#2', harnessSessionId: 'half' });
    const again = await TestServer.start(undefined, { paths: other.paths });
    try {
      const sessions = await again.run((tx) => tx.many(SessionEntity, {}));
      expect(sessions.map(({ workItem, harnessSessionId }) => [workItem, harnessSessionId])).toEqual([
        ['github:octo-org/octo-repo#50', 'again'],
      ]);
      expect(readdirSync(spool)).toEqual(['000000000000007-g.json.new']);
    } finally {
      await again.stop();
      await other.stop();
    }
  });
});
