import { TurnTokens } from '../../src/dispatch/turn.tokens.js';
import { ControlClient } from '../support/control.client.js';
import { insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

const REPORT =
  'mutation ($input: ReportHookInput!) { reportHook(input: $input) { outcome handOver session { id workItem } } }';

describe('what hooks report', () => {
  let server: TestServer;
  let owner: ControlClient;

  beforeAll(async () => {
    server = await TestServer.start();
    server.holdLanes();
    owner = ControlClient.ownerOf(server);
    await server.run((tx) => {
      insertSession(tx, 1, { id: 'one', harnessSessionId: 'c-1' });
      insertSession(tx, 2, { id: 'two', harnessSessionId: 'c-2' });
      insertDispatch(tx, 'one', { state: 'held', outcome: 'open-elsewhere' });
    });
  });
  afterAll(() => server.stop());

  const input = (more: object) => ({ input: { harness: 'claude', harnessSessionId: 'c-1', ...more } });
  const everything = () =>
    server.run((tx) =>
      ['session', 'session_link', 'dispatch'].map((table) => tx.select(`SELECT * FROM ${table} ORDER BY 1`)),
    );

  test.each<[string, object, string]>([
    [
      'a work item that is none',
      { kind: 'sessionStarted', harnessSessionId: 'n', workItem: 'shop#1', cwd: '/' },
      'invalid-work-item',
    ],
    ['no directory', { kind: 'sessionStarted', harnessSessionId: 'n', workItem: 'github:o/r#1' }, 'bad-input'],
    [
      'a relative directory',
      { kind: 'sessionStarted', harnessSessionId: 'n', workItem: 'github:o/r#1', cwd: 'x' },
      'directory-gone',
    ],
    [
      'an unknown harness',
      { kind: 'sessionStarted', harness: 'vi', workItem: 'github:o/r#1', cwd: '/' },
      'unknown-harness',
    ],
    [
      'an id that is an option',
      { kind: 'sessionStarted', harnessSessionId: '-x', workItem: 'github:o/r#1', cwd: '/' },
      'bad-session-id',
    ],
    ['an id without end', { kind: 'turnFinished', harnessSessionId: 'x'.repeat(201) }, 'bad-input'],
    ['no id', { kind: 'turnFinished', harnessSessionId: '' }, 'bad-input'],
    ['a process that cannot be', { kind: 'sessionCleared', pid: 0 }, 'bad-input'],
    ['an address that is none', { kind: 'pullRequestOpened', pullRequest: 'nowhere' }, 'bad-input'],
    ['an unknown kind', { kind: 'somethingElse' }, 'BAD_USER_INPUT'],
  ])('%s gets a typed error and changes nothing', async (_, more, code) => {
    const before = await everything();
    expect((await owner.refusal(REPORT, input(more)))[0]).toBe(code);
    expect(await everything()).toEqual(before);
  });

  test('a turn may tell of its own pull request and is handed nothing', async () => {
    const { token, hash } = server.get(TurnTokens).issue();
    server.get(TurnTokens).admit(hash, { sessionId: 'two', dispatchId: 'd' });
    const turn = owner.as(token);
    // Whatever conversation it names, it speaks for its own.
    expect((await turn.ask(REPORT, input({ kind: 'turnFinished' }))).reportHook).toEqual({
      outcome: 'own-turn',
      handOver: null,
      session: { id: 'two', workItem: 'github:Octo-Org/Shop#2' },
    });
    const opened = input({ kind: 'pullRequestOpened', pullRequest: 'https://github.com/octo-org/shop/pull/70' });
    expect((await turn.ask(REPORT, opened)).reportHook).toMatchObject({ outcome: 'linked', session: { id: 'two' } });
    expect(await owner.refusal(REPORT, opened)).toEqual(['pull-request-taken', expect.stringContaining('session two')]);
  });

  test('an event that could not be heard any more is not given away', async () => {
    const { OpenConversations } = await import('../../src/dispatch/open.conversations.js');
    const conversations = server.get(OpenConversations);
    expect(await conversations.handOver('claude', 'c-1', Date.now() - 1)).toBeUndefined();
    expect(await conversations.handOver('claude', 'c-1', Date.now() + 5_000)).toMatch(/^From the-loop/);
    expect(await conversations.handOver('claude', 'c-1', Date.now() + 5_000)).toBeUndefined();
  });
});
