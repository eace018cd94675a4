import { ControlClient } from '../support/control.client.js';
import { insertDelivery, insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

const REGISTER =
  'mutation ($input: RegisterSessionInput!) { registerSession(input: $input) { id workItem status harnessSessionId cwd } }';

describe('what the owner can do', () => {
  let server: TestServer;
  let owner: ControlClient;
  let numbers = 100;

  beforeAll(async () => {
    server = await TestServer.start((config) => {
      config.harnesses.claude.binary = process.execPath;
      config.harnesses.cursor.binary = 'no-such-binary-anywhere';
    });
    server.holdLanes();
    owner = ControlClient.ownerOf(server);
  });
  afterAll(() => server.stop());

  const session = (more: Parameters<typeof insertSession>[2] = {}): Promise<string> =>
    server.run((tx) => insertSession(tx, ++numbers, more));
  const states = (sessionId: string): Promise<unknown> =>
    server.run((tx) =>
      tx
        .select<{ state: string }>('SELECT state FROM dispatch WHERE sessionId = ? ORDER BY seq', sessionId)
        .map(({ state }) => state),
    );

  describe('registering', () => {
    const input = (more: object = {}) => ({
      workItem: 'github:Octo/Shop#1',
      harness: 'claude',
      harnessSessionId: 'abc',
      cwd: server.folder,
      ...more,
    });

    test('ties a work item to a conversation, once', async () => {
      const { registerSession } = await owner.ask(REGISTER, { input: input() });
      expect(registerSession).toMatchObject({
        workItem: 'github:Octo/Shop#1',
        status: 'active',
        harnessSessionId: 'abc',
      });
      expect(await owner.refusal(REGISTER, { input: input({ workItem: 'github:octo/SHOP#1' }) })).toEqual([
        'session-already-active',
        expect.stringContaining(`session ${registerSession.id}`),
      ]);
    });

    test('binds the same record anew when it is forced', async () => {
      const { registerSession: first } = await owner.ask(REGISTER, { input: input({ force: true }) });
      const { registerSession: second } = await owner.ask(REGISTER, {
        input: input({ force: true, harnessSessionId: 'def' }),
      });
      expect([second.id, second.harnessSessionId]).toEqual([first.id, 'def']);
    });

    test.each([
      [{ workItem: 'shop#1' }, 'invalid-work-item'],
      [{ workItem: 'github:o/r#2', harness: 'cursor' }, 'not-installed'],
      [{ workItem: 'github:o/r#2', harness: 'emacs' }, 'unknown-harness'],
      [{ workItem: 'github:o/r#2', cwd: '/no/such/directory' }, 'directory-gone'],
      [{ workItem: 'github:o/r#2', cwd: 'relative' }, 'directory-gone'],
      [{ workItem: 'github:o/r#2', harnessSessionId: '--version' }, 'bad-session-id'],
    ])('refuses %p and stores nothing', async (more, code) => {
      const count = () => server.run((tx) => tx.select('SELECT count(*) AS n FROM session'));
      const before = await count();
      expect((await owner.refusal(REGISTER, { input: input(more) }))[0]).toBe(code);
      expect(await count()).toEqual(before);
    });
  });

  test('pausing lets events wait, resuming lets them go on, and doing either twice is no error', async () => {
    const id = await session();
    await server.run((tx) => insertDispatch(tx, id, { state: 'queued' }));
    for (let time = 0; time < 2; time++) {
      expect(await owner.ask(`mutation { pauseSession(session: "${id}") { status queue { state outcome } } }`)).toEqual(
        {
          pauseSession: { status: 'paused', queue: [{ state: 'held', outcome: 'paused' }] },
        },
      );
    }
    for (let time = 0; time < 2; time++) {
      expect(await owner.ask(`mutation { resumeSession(session: "${id}") { status queue { state } } }`)).toEqual({
        resumeSession: { status: 'active', queue: [{ state: 'queued' }] },
      });
    }
  });

  test('closing cancels what waits, keeps the record, and may be repeated', async () => {
    const id = await session();
    await server.run((tx) => insertDispatch(tx, id, { state: 'queued' }));
    const { workItem } = (await owner.ask(`{ session(id: "${id}") { workItem } }`)).session;
    for (const name of [workItem, id]) {
      expect((await owner.ask(`mutation { closeSession(session: "${name}") { id status } }`)).closeSession).toEqual({
        id,
        status: 'closed',
      });
    }
    expect(await states(id)).toEqual(['cancelled', 'succeeded']);
    expect((await owner.refusal(`mutation { pauseSession(session: "${id}") { id } }`))[0]).toBe('session-state');
  });

  test('releasing lets a parked session go on, and refuses where nothing waits', async () => {
    const id = await session({ status: 'parked', statusReason: 'budget' });
    await server.run((tx) => insertDispatch(tx, id, { state: 'quarantined' }));
    expect((await owner.ask(`mutation { releaseSession(session: "${id}") { status } }`)).releaseSession).toEqual({
      status: 'active',
    });
    expect(await states(id)).toEqual(['queued']);
    const idle = await session();
    expect((await owner.refusal(`mutation { releaseSession(session: "${idle}") { id } }`))[0]).toBe('session-state');
  });

  test('a failed dispatch can be tried again, a waiting one taken out, each also twice', async () => {
    const id = await session();
    const [failed, waiting, done] = await server.run((tx) => [
      insertDispatch(tx, id, { state: 'failed', outcome: 'timed-out' }),
      insertDispatch(tx, id, { state: 'queued' }),
      insertDispatch(tx, id, { state: 'succeeded' }),
    ]);
    for (let time = 0; time < 2; time++) {
      expect((await owner.ask(`mutation { retryDispatch(id: "${failed}") { state } }`)).retryDispatch.state).toBe(
        'queued',
      );
      expect((await owner.ask(`mutation { cancelDispatch(id: "${waiting}") { state } }`)).cancelDispatch.state).toBe(
        'cancelled',
      );
    }
    expect((await owner.refusal(`mutation { cancelDispatch(id: "${done}") { id } }`))[0]).toBe('dispatch-state');
    expect((await owner.refusal(`mutation { retryDispatch(id: "${done}") { id } }`))[0]).toBe('dispatch-state');
    expect((await owner.refusal('mutation { retryDispatch(id: "nope") { id } }'))[0]).toBe('dispatch-not-found');
  });

  test('a pull request is linked once, and belongs to one session', async () => {
    const [id, other] = [await session(), await session()];
    const link = (to: string) =>
      `mutation { linkPullRequest(session: "${to}", pullRequest: "github:octo-org/shop#77") { pullRequests { ref open source } } }`;
    for (let time = 0; time < 2; time++) {
      expect((await owner.ask(link(id))).linkPullRequest.pullRequests).toEqual([
        { ref: 'github:octo-org/shop#77', open: true, source: 'owner' },
      ]);
    }
    expect(await owner.refusal(link(other))).toEqual(['pull-request-taken', expect.stringContaining(`session ${id}`)]);
    const closed = await session({ status: 'closed' });
    expect((await owner.refusal(link(closed)))[0]).toBe('session-state');
    expect((await owner.refusal(link('nobody')))[0]).toBe('invalid-work-item');
    expect((await owner.refusal(link('github:octo-org/shop#999')))[0]).toBe('session-not-found');
  });

  describe('with deliveries', () => {
    const payload = (number: number) =>
      JSON.stringify({
        action: 'created',
        repository: {
          id: 42,
          name: 'shop',
          full_name: 'octo-org/shop',
          private: true,
          owner: { login: 'octo-org' },
          html_url: 'https://github.com/octo-org/shop',
        },
        issue: {
          number,
          state: 'open',
          labels: [],
          user: { login: 'mona', type: 'User' },
          author_association: 'OWNER',
          body: null,
        },
        comment: { id: number, body: 'please', user: { login: 'mona', type: 'User' }, author_association: 'OWNER' },
        sender: { login: 'mona', type: 'User' },
      });
    const send =
      'mutation ($event: String!, $payload: String!) { sendTestDelivery(event: $event, payload: $payload) { id outcome reason replayOf dispatches { state session { id } } } }';

    test('a test delivery is signed, goes through the real door and wakes the session', async () => {
      const id = await session();
      const { sendTestDelivery } = await owner.ask(send, { event: 'issue_comment', payload: payload(numbers) });
      expect(sendTestDelivery).toMatchObject({
        outcome: 'accepted',
        reason: 'matched',
        dispatches: [{ state: 'queued', session: { id } }],
      });
    });

    test.each([
      ['issue_comment', '{', 'invalid-json'],
      ['issue_comment', '[]', 'invalid-payload'],
      ['no event!', '{}', 'invalid-header'],
    ])('the door refuses %s with %s', async (event, text, code) => {
      expect(await owner.refusal(send, { event, payload: text })).toEqual([
        code,
        expect.stringMatching(/^The door refused the delivery: /),
      ]);
    });

    test('a stored delivery is routed anew, under an id of its own', async () => {
      await server.run((tx) =>
        insertDelivery(tx, 'early', {
          outcome: 'ignored',
          reason: 'policy-never',
          payload: Buffer.from(payload(numbers + 1)),
        }),
      );
      const id = await session();
      const { replayDelivery } = await owner.ask(
        'mutation { replayDelivery(id: "early") { id outcome replayOf dispatches { session { id } } } }',
      );
      expect(replayDelivery).toEqual({
        id: expect.stringMatching(/^replay-/),
        outcome: 'accepted',
        replayOf: 'early',
        dispatches: [{ session: { id } }],
      });
      expect((await owner.refusal('mutation { replayDelivery(id: "nope") { id } }'))[0]).toBe('delivery-not-found');
    });
  });
});
