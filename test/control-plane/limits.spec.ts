import { getIntrospectionQuery } from 'graphql';
import { ControlClient } from '../support/control.client.js';
import { TestServer } from '../support/test.server.js';

const deep = `{ sessions { nodes ${'{ running { session '.repeat(5)}{ id } ${'} }'.repeat(5)} } }`;
const aliased = `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: status { routing }`).join(' ')} }`;
const long = `{ status { ${'routing '.repeat(1_001)} } }`;

const EXCESSES: [string, string, string, RegExp][] = [
  ['too deep', deep, 'GRAPHQL_VALIDATION_FAILED', /13 levels deep; 12 are allowed/],
  ['with too many aliases', aliased, 'GRAPHQL_VALIDATION_FAILED', /31 aliases; 30 are allowed/],
  ['too long', long, 'GRAPHQL_PARSE_FAILED', /more that 1000 tokens/],
  ['with a mistake in it', '{ status {', 'GRAPHQL_PARSE_FAILED', /Syntax Error/],
  ['for an unknown field', '{ other }', 'GRAPHQL_VALIDATION_FAILED', /Cannot query field "other"/],
];

describe('how much one operation may ask for', () => {
  let server: TestServer;
  let owner: ControlClient;

  beforeAll(async () => {
    server = await TestServer.start();
    owner = ControlClient.ownerOf(server);
  });
  afterAll(() => server.stop());

  test.each(EXCESSES)('over HTTP an operation %s is refused', async (_, query, code, sentence) => {
    expect(await owner.refusal(query)).toEqual([code, expect.stringMatching(sentence)]);
  });

  test.each(EXCESSES)(
    'over WebSocket an operation %s is refused, and the socket stays',
    async (_, query, code, sentence) => {
      const line = owner.socket();
      const failure = await line.subscribe(query).failure();
      expect([failure.extensions.code, failure.message]).toEqual([code, expect.stringMatching(sentence)]);
      expect(await line.subscribe('{ status { routing } }').take(1)).toEqual([{ routing: true }]);
      line.socket.terminate();
    },
  );

  test('variables are checked with the same code on both ways', async () => {
    const query = 'query ($first: Int!) { sessions(first: $first) { nodes { id } } }';
    expect((await owner.refusal(query, { first: 'x' }))[0]).toBe('BAD_USER_INPUT');
    const line = owner.socket();
    expect((await line.subscribe(query, { first: 'x' }).failure()).extensions.code).toBe('BAD_USER_INPUT');
    line.socket.terminate();
  });

  test('a page has at most 100 items', async () => {
    expect(await owner.refusal('{ sessions(first: 101) { nodes { id } } }')).toEqual([
      'bad-input',
      '"first" may be 100 at most; page on with "after"',
    ]);
    expect((await owner.refusal('{ deliveries(first: 0) { nodes { id } } }'))[0]).toBe('bad-input');
    expect((await owner.refusal('{ activity(first: 1000000) { nodes { seq } } }'))[0]).toBe('bad-input');
  });

  test('a batch is refused', async () => {
    const body = JSON.stringify([{ query: '{ status { routing } }' }, { query: '{ status { routing } }' }]);
    expect((await owner.raw({ body })).status).toBe(400);
  });

  test('a subscription over HTTP is refused', async () => {
    const { data, errors } = await owner.send('subscription { activity { seq } }');
    expect([data ?? null, errors?.length]).toEqual([null, 1]);
  });

  test('the standard introspection passes on both ways', async () => {
    const query = getIntrospectionQuery();
    expect((await owner.ask(query)).__schema.types.length).toBeGreaterThan(30);
    const line = owner.socket();
    expect(await line.subscribe(query).take(1)).toHaveLength(1);
    line.socket.terminate();
  });

  test.each([
    ['{ sessions(after: "nonsense") { nodes { id } } }', /"after" is no cursor of sessions/],
    ['{ sessions(filter: { workItem: "shop#1" }) { nodes { id } } }', /Cannot read the work item "shop#1"/],
    ['{ sessions(filter: { workItem: "jira:SHOP-1" }) { nodes { id } } }', /jira: is reserved/],
    ['{ session { id } }', /either "id" or "workItem"/],
    ['{ session(id: "a", workItem: "github:a/b#1") { id } }', /either "id" or "workItem"/],
    ['{ activity(after: "-1") { nodes { seq } } }', /"after" has to be the seq/],
    ['{ activity(filter: { names: ["nothing.happened"] }) { nodes { seq } } }', /each value in names/],
    ['{ deliveries(filter: { since: "yesterday" }) { nodes { id } } }', /expected ISO 8601/],
  ])('bad input gets a sentence: %s', async (query, sentence) => {
    const [code, message] = await owner.refusal(query);
    expect(message).toMatch(sentence);
    expect(code).toMatch(/^(bad-input|invalid-work-item|BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
  });
});
