import { ControlClient } from '../support/control.client.js';
import { insertDelivery, insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

describe('what the owner can see', () => {
  let server: TestServer;
  let owner: ControlClient;

  beforeAll(async () => {
    server = await TestServer.start((config) => (config.harnesses.claude.binary = '/opt/claude'));
    server.holdLanes();
    owner = ControlClient.ownerOf(server);
  });
  afterAll(() => server.stop());

  describe('of sessions', () => {
    beforeAll(() =>
      server.run((tx) => {
        insertSession(tx, 1, { id: 'one' });
        insertSession(tx, 2, {
          id: 'two',
          status: 'paused',
          statusReason: 'owner',
          harness: 'cursor',
          harnessSessionId: null,
        });
        insertSession(tx, 3, {
          id: 'three',
          status: 'closed',
          closedAt: 1_764_500_000_999,
          formerHarnessSessionIds: ['before'],
        });
        const link = {
          sessionId: 'one',
          ref: 'github:Octo-Org/Shop#9',
          refKey: 'github:octo-org/shop#9',
          source: 'owner',
          live: true,
        };
        tx.execute(
          'INSERT INTO session_link (sessionId, ref, refKey, source, open, live, recordedAt) VALUES (?, ?, ?, ?, 1, 1, ?)',
          link.sessionId,
          link.ref,
          link.refKey,
          link.source,
          tx.now,
        );
        insertDelivery(tx, 'd-1');
        insertDelivery(tx, 'd-2');
        insertDispatch(tx, 'one', {
          id: 'x1',
          deliveryId: 'd-1',
          attempts: 1,
          costUsd: 0.25,
          usage: { output_tokens: 7 },
        });
        insertDispatch(tx, 'one', { id: 'x2', state: 'failed', outcome: 'timed-out', attempts: 2, costUsd: 0.5 });
        insertDispatch(tx, 'one', { id: 'x3', deliveryId: 'd-2', state: 'running', attempts: 1, attemptId: 'a1' });
        insertDispatch(tx, 'one', { id: 'x4', state: 'queued' });
        insertDispatch(tx, 'one', { id: 'x5', state: 'held', outcome: 'rate-limited', heldUntil: tx.now + 1_000 });
        insertDispatch(tx, 'two', { id: 'x6', state: 'held', outcome: 'paused' });
      }),
    );

    test('a session shows its pull requests, queue, running turn, history, cost and the command that continues it', async () => {
      const { session } = await owner.ask(`{ session(id: "one") {
        workItem status cwd resumeCommand createdAt recentDeliveries queueLength
        pullRequests { ref open source } running { id runDirectory delivery { id event } } queue { id state }
        history { id outcome usage { name count } } cost { turns usd } } }`);
      expect(session).toEqual({
        workItem: 'github:Octo-Org/Shop#1',
        status: 'active',
        cwd: '/home/mona/shop',
        resumeCommand: 'cd /home/mona/shop && /opt/claude --resume conversation-1',
        createdAt: new Date(1_764_500_000_001).toISOString(),
        recentDeliveries: ['d-1', 'd-2'],
        queueLength: 2,
        pullRequests: [{ ref: 'github:Octo-Org/Shop#9', open: true, source: 'owner' }],
        running: {
          id: 'x3',
          runDirectory: `${server.paths.runs}/x3/a1`,
          delivery: { id: 'd-2', event: 'issue_comment' },
        },
        queue: [
          { id: 'x4', state: 'queued' },
          { id: 'x5', state: 'held' },
        ],
        history: [
          { id: 'x2', outcome: 'timed-out', usage: [] },
          { id: 'x1', outcome: null, usage: [{ name: 'output_tokens', count: 7 }] },
        ],
        cost: { turns: 4, usd: 0.75 },
      });
    });

    test('it is found by its work item in any spelling, and by a recorded pull request', async () => {
      const found = await owner.ask(`{
        own: session(workItem: "github:octo-org/SHOP#1") { id }
        linked: session(workItem: "github:octo-org/shop#9") { id }
        closed: session(workItem: "github:octo-org/shop#3") { id formerHarnessSessionIds resumeCommand }
        none: session(workItem: "github:octo-org/shop#77") { id } }`);
      expect(found).toEqual({
        own: { id: 'one' },
        linked: { id: 'one' },
        closed: {
          id: 'three',
          formerHarnessSessionIds: ['before'],
          resumeCommand: 'cd /home/mona/shop && /opt/claude --resume conversation-3',
        },
        none: null,
      });
    });

    test.each([
      ['{ status: [active, paused] }', ['two', 'one']],
      ['{ workItem: "github:OCTO-ORG/shop#2" }', ['two']],
      ['{ repository: "Octo-Org/Shop", harness: "claude" }', ['three', 'one']],
      ['{ repository: "octo-org/other" }', []],
    ])('the filter %s finds %p', async (filter, ids) => {
      const { sessions } = await owner.ask(`{ sessions(filter: ${filter}) { nodes { id } } }`);
      expect(sessions.nodes.map(({ id }: { id: string }) => id)).toEqual(ids);
    });

    test('pages follow one another without gap or double', async () => {
      const query =
        'query ($after: String) { sessions(first: 2, after: $after) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }';
      const { sessions: first } = await owner.ask(query);
      const { sessions: second } = await owner.ask(query, { after: first.pageInfo.endCursor });
      expect([...first.edges, ...second.edges].map(({ node }) => node.id)).toEqual(['three', 'two', 'one']);
      expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    });

    test('status says what waits and why', async () => {
      const { status } = await owner.ask(
        '{ status { routing lastDeliveryAt dispatches { name count } waiting { reason until count session { id } } } }',
      );
      expect(status).toMatchObject({
        routing: true,
        dispatches: expect.arrayContaining([{ name: 'held', count: 2 }]),
        waiting: [
          { reason: 'busy', until: null, count: 2, session: { id: 'one' } },
          { reason: 'paused', until: null, count: 1, session: { id: 'two' } },
        ],
      });
    });
  });

  describe('of deliveries', () => {
    beforeAll(() =>
      server.run((tx) => {
        insertDelivery(tx, 'ignored', {
          event: 'check_run',
          outcome: 'ignored',
          reason: 'ci-not-failed',
          repositoryKey: 'octo-org/other',
          refs: ['github:octo-org/a_b#12'],
          actor: 'Hubot',
        });
        insertDelivery(tx, 'decided', {
          evidence: {
            because: 'The session of the item is open',
            mentions: [{ ref: 'github:Octo-Org/Shop#1', evidence: 'subject', field: 'issue.number' }],
            decisions: [{ kind: 'resume', reason: 'matched', sessionId: 'one' }],
          },
        });
        insertDispatch(tx, 'one', { id: 'y1', deliveryId: 'decided' });
        insertDelivery(tx, 'broken', {
          outcome: 'defect',
          reason: 'defect',
          error: 'TypeError: x is undefined',
          refs: [],
        });
      }),
    );

    test('a delivery shows its decision with evidence, its dispatches and its payload', async () => {
      const { delivery } = await owner.ask(`{ delivery(id: "decided") {
        outcome reason explanation payload dispatches { id session { id } }
        decision { because mentions { workItem evidence field } steps { kind reason sessionId workItem } } } }`);
      expect(delivery).toEqual({
        outcome: 'accepted',
        reason: 'matched',
        explanation: 'The session of the item is open',
        payload: '{"of":"decided"}',
        dispatches: [{ id: 'y1', session: { id: 'one' } }],
        decision: {
          because: 'The session of the item is open',
          mentions: [{ workItem: 'github:Octo-Org/Shop#1', evidence: 'subject', field: 'issue.number' }],
          steps: [{ kind: 'resume', reason: 'matched', sessionId: 'one', workItem: null }],
        },
      });
    });

    test('lists show no payloads', async () => {
      const { deliveries } = await owner.ask('{ deliveries { nodes { payload } } }');
      expect(new Set(deliveries.nodes.map(({ payload }: { payload: unknown }) => payload))).toEqual(new Set([null]));
    });

    test('an ignored delivery explains itself, and a broken one shows its defect', async () => {
      const { a, b } = await owner.ask(
        '{ a: delivery(id: "ignored") { explanation } b: delivery(id: "broken") { explanation error } }',
      );
      expect([a.explanation, b.explanation, b.error]).toEqual([
        expect.stringMatching(/only failures|has not failed/),
        'TypeError: x is undefined',
        'TypeError: x is undefined',
      ]);
    });

    test.each([
      ['{ event: ["check_run"] }', ['ignored']],
      ['{ outcome: [ignored, defect] }', ['broken', 'ignored']],
      ['{ reason: ["ci-not-failed"], repository: "Octo-Org/Other" }', ['ignored']],
      ['{ workItem: "github:Octo-Org/a_b#12" }', ['ignored']],
      ['{ workItem: "github:octo-org/aXb#12" }', []],
      ['{ actor: "HUBOT" }', ['ignored']],
      ['{ since: "2999-01-01" }', []],
      ['{ until: "1999-01-01T00:00:00Z" }', []],
    ])('the filter %s finds %p', async (filter, ids) => {
      const { deliveries } = await owner.ask(`{ deliveries(filter: ${filter}) { nodes { id } } }`);
      expect(deliveries.nodes.map(({ id }: { id: string }) => id)).toEqual(ids);
    });

    test('dispatches are found by state, work item, delivery and outcome', async () => {
      const found = await owner.ask(`{
        waiting: dispatches(filter: { state: [held], workItem: "github:octo-org/shop#1" }) { nodes { id } }
        caused: dispatches(filter: { deliveryId: "decided" }) { nodes { id } }
        late: dispatches(filter: { outcome: "timed-out" }) { nodes { id delivery { id } } }
        one: dispatch(id: "x5") { state heldUntil session { workItem } }
        none: dispatch(id: "nope") { id } }`);
      expect(found).toEqual({
        waiting: { nodes: [{ id: 'x5' }] },
        caused: { nodes: [{ id: 'y1' }] },
        late: { nodes: [{ id: 'x2', delivery: null }] },
        one: { state: 'held', heldUntil: expect.any(String), session: { workItem: 'github:Octo-Org/Shop#1' } },
        none: null,
      });
    });
  });

  describe('of what would happen', () => {
    const payload = JSON.stringify({
      action: 'created',
      repository: {
        id: 42,
        name: 'Shop',
        full_name: 'Octo-Org/Shop',
        private: true,
        owner: { login: 'Octo-Org' },
        html_url: 'https://github.com/Octo-Org/Shop',
      },
      issue: {
        number: 1,
        state: 'open',
        labels: [],
        user: { login: 'mona', type: 'User' },
        author_association: 'OWNER',
        body: null,
      },
      comment: { id: 5, body: 'please', user: { login: 'mona', type: 'User' }, author_association: 'OWNER' },
      sender: { login: 'mona', type: 'User' },
    });
    const query =
      'query ($payload: String!, $empty: Boolean!) { explain(event: "issue_comment", payload: $payload, empty: $empty) { outcome reason refs explanation decision { steps { kind sessionId } } } }';

    test('explain decides by the rows of now and changes nothing', async () => {
      const before = await counts();
      const { explain } = await owner.ask(query, { payload, empty: false });
      expect(explain).toMatchObject({
        outcome: 'accepted',
        reason: 'matched',
        refs: ['github:Octo-Org/Shop#1'],
        decision: { steps: [{ kind: 'resume', sessionId: 'one' }] },
      });
      expect(await counts()).toEqual(before);
    });

    test('explain in an empty world knows no session', async () => {
      const { explain } = await owner.ask(query, { payload, empty: true });
      expect([explain.outcome, explain.reason]).toEqual(['ignored', 'policy-never']);
    });

    test.each(['{', '[]', '"text"', 'null'])('explain refuses the payload %s with a sentence', async (bad) => {
      expect(await owner.refusal(query, { payload: bad, empty: true })).toEqual([
        'bad-input',
        expect.stringMatching(/"payload"/),
      ]);
    });

    function counts(): Promise<unknown> {
      const tables = ['delivery', 'dispatch', 'session', 'session_link', 'activity', 'pull_request_head'];
      return server.run((tx) => tables.map((table) => tx.select(`SELECT count(*) AS n FROM ${table}`)));
    }
  });

  test('the configuration is shown with what differs from the defaults', async () => {
    const { config } = await owner.ask('{ config { stateRoot settings { key value isDefault } } }');
    expect(config.stateRoot).toBe(server.paths.root);
    expect(config.settings).toEqual(
      expect.arrayContaining([
        { key: 'harnesses.claude.binary', value: '"/opt/claude"', isDefault: false },
        { key: 'queue.maxPerSession', value: '200', isDefault: true },
      ]),
    );
  });

  test('reading makes no activity', async () => {
    const seq = () => server.run((tx) => tx.select<{ seq: number }>('SELECT max(seq) AS seq FROM activity')[0]?.seq);
    const before = await seq();
    await owner.ask('{ activity { nodes { seq } } sessions { nodes { id } } status { startedAt } }');
    expect(await seq()).toBe(before);
  });

  test('a list asks the database once for a field of all its rows', async () => {
    const statements: string[] = [];
    const reading = await readingSource();
    const query = reading.query.bind(reading);
    reading.query = (sql: string, ...rest: unknown[]) => {
      statements.push(sql);
      return query(sql, ...rest);
    };
    await owner.ask(
      '{ sessions { nodes { id pullRequests { ref } queue { id delivery { id } } history { id } cost { usd } queueLength running { id } } } }',
    );
    expect(statements).toHaveLength(7);

    async function readingSource(): Promise<{ query: (sql: string, ...rest: unknown[]) => Promise<unknown> }> {
      const { getDataSourceToken } = await import('@nestjs/typeorm');
      const source = server.running.app.get<{ createQueryRunner(): never }>(getDataSourceToken('read'), {
        strict: false,
      });
      return source.createQueryRunner();
    }
  });
});
