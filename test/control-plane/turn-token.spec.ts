import { TurnTokens } from '../../src/dispatch/turn.tokens.js';
import { ControlClient } from '../support/control.client.js';
import { insertDelivery, insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

describe('the token of a running turn', () => {
  let server: TestServer;
  let tokens: TurnTokens;
  let turn: ControlClient;

  beforeAll(async () => {
    server = await TestServer.start();
    server.holdLanes();
    tokens = server.get(TurnTokens);
    await server.run((tx) => {
      insertSession(tx, 1, { id: 'own' });
      insertSession(tx, 2, { id: 'other' });
      insertDelivery(tx, 'shared');
      insertDelivery(tx, 'foreign');
      insertDispatch(tx, 'own', { id: 'own-1', deliveryId: 'shared', state: 'queued' });
      insertDispatch(tx, 'own', { id: 'own-2', state: 'queued' });
      insertDispatch(tx, 'other', { id: 'other-1', deliveryId: 'shared', state: 'queued' });
      insertDispatch(tx, 'other', { id: 'other-2', deliveryId: 'foreign', state: 'queued' });
      tx.record({ name: 'session.paused', sessionId: 'other' });
      tx.record({ name: 'session.resumed', sessionId: 'own' });
    });
    const { token, hash } = tokens.issue();
    tokens.admit(hash, { sessionId: 'own', dispatchId: 'own-1' });
    turn = ControlClient.ownerOf(server).as(token);
  });
  afterAll(() => server.stop());

  test('sees its own session and what belongs to it, and nothing else', async () => {
    const seen = await turn.ask(`{
      sessions { nodes { id } } own: session(id: "own") { id } other: session(id: "other") { id }
      byItem: session(workItem: "github:octo-org/shop#2") { id }
      dispatches { nodes { id } } theirs: dispatch(id: "other-1") { id }
      filtered: dispatches(filter: { sessionId: "other" }) { nodes { id } }
      deliveries { nodes { id dispatches { id } } } foreign: delivery(id: "foreign") { id }
      activity { nodes { name sessionId } } }`);
    expect(seen).toEqual({
      sessions: { nodes: [{ id: 'own' }] },
      own: { id: 'own' },
      other: null,
      byItem: null,
      dispatches: { nodes: [{ id: 'own-2' }, { id: 'own-1' }] },
      theirs: null,
      filtered: { nodes: [] },
      deliveries: { nodes: [{ id: 'shared', dispatches: [{ id: 'own-1' }] }] },
      foreign: null,
      activity: { nodes: [{ name: 'session.resumed', sessionId: 'own' }] },
    });
  });

  test.each([
    '{ status { routing } }',
    '{ config { stateRoot } }',
    '{ explain(event: "issues", payload: "{}") { reason } }',
    'mutation { retryDispatch(id: "own-1") { id } }',
    'mutation { replayDelivery(id: "shared") { id } }',
    'mutation { sendTestDelivery(event: "issues", payload: "{}") { id } }',
    'mutation { releaseSession(session: "own") { id } }',
    'mutation { resumeSession(session: "own") { id } }',
    'mutation { registerSession(input: { workItem: "github:a/b#1", harness: "claude", harnessSessionId: "x", cwd: "/" }) { id } }',
  ])('may not use %s', async (query) => {
    expect(await turn.refusal(query)).toEqual([
      'forbidden',
      expect.stringMatching(/^The token of a running turn may not use \w+/),
    ]);
  });

  test.each([
    ['mutation { pauseSession(session: "other") { id } }', 'session-not-found'],
    ['mutation { closeSession(session: "github:octo-org/shop#2") { id } }', 'session-not-found'],
    ['mutation { linkPullRequest(session: "other", pullRequest: "github:a/b#1") { id } }', 'session-not-found'],
    ['mutation { cancelDispatch(id: "other-1") { id } }', 'dispatch-not-found'],
    ['{ activity(filter: { sessionId: "other" }) { nodes { seq } } }', 'session-not-found'],
  ])('does not reach another session by %s', async (query, code) => {
    expect((await turn.refusal(query))[0]).toBe(code);
    const rows = await server.run((tx) => tx.select(`SELECT state FROM dispatch WHERE sessionId = 'other'`));
    expect(rows).toEqual([{ state: 'queued' }, { state: 'queued' }]);
  });

  test('may link a pull request to its own session', async () => {
    const { linkPullRequest } = await turn.ask(
      'mutation { linkPullRequest(session: "own", pullRequest: "github:octo-org/shop#9") { pullRequests { ref source } } }',
    );
    expect(linkPullRequest.pullRequests).toEqual([{ ref: 'github:octo-org/shop#9', source: 'hook' }]);
  });

  test('hears of its own session only', async () => {
    const feed = turn.follow<{ sessionId: string }>('subscription { activity(after: 0) { sessionId } }');
    await feed.take(1);
    await server.run((tx) => {
      tx.record({ name: 'session.paused', sessionId: 'other' });
      tx.record({ name: 'server.started' });
      tx.record({ name: 'session.paused', sessionId: 'own' });
    });
    await feed.take(3);
    expect(new Set(feed.items.map(({ sessionId }) => sessionId))).toEqual(new Set(['own']));
    expect((await turn.follow('subscription { sessionUpdated(id: "other") { id } }').failure()).extensions.code).toBe(
      'session-not-found',
    );
    expect(
      (await turn.follow('subscription { turnOutput(dispatchId: "other-1") { kind } }').failure()).extensions.code,
    ).toBe('dispatch-not-found');
    await feed.vanish();
  });

  test('dies with its turn, also where it is listening', async () => {
    const { token, hash } = tokens.issue();
    tokens.admit(hash, { sessionId: 'own', dispatchId: 'own-2' });
    const brief = turn.as(token);
    const feed = brief.follow('subscription { activity(after: 0) { seq } }');
    await feed.take(1);
    tokens.end('own-2');
    expect((await brief.send('{ sessions { nodes { id } } }')).status).toBe(401);
    await server.run((tx) => tx.record({ name: 'session.paused', sessionId: 'own' }));
    expect(await feed.line.closed).toBe(4403);
  });
});
