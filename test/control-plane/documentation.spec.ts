import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ControlClient, type Json } from '../support/control.client.js';
import { insertDelivery, insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

interface Example {
  readonly question: string;
  readonly query: string;
  readonly variables: Record<string, Json>;
}

/** Every block of GraphQL in the page, with the heading above it and the variables below it. */
function examples(): Example[] {
  const page = readFileSync(new URL('../../docs/control-plane.md', import.meta.url), 'utf8');
  return page.split(/^##+ /m).flatMap((section) => {
    const [query] = blocks(section, 'graphql');
    const [variables = '{}'] = blocks(section, 'json');
    return query === undefined ? [] : [{ question: section.split('\n')[0]!, query, variables: JSON.parse(variables) }];
  });
}

function blocks(section: string, language: string): string[] {
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!);
}

const EXAMPLES = examples();
const ITEM = 'github:octo-org/octo-repo#15';

describe('the page about the control plane', () => {
  let server: TestServer;
  let owner: ControlClient;

  beforeAll(async () => {
    server = await TestServer.start();
    server.holdLanes();
    owner = ControlClient.ownerOf(server);
    const variableOf = (name: string): string => EXAMPLES.find(({ variables }) => name in variables)!.variables[name];
    const [deliveryId, dispatchId] = [variableOf('id'), variableOf('dispatchId')];
    const item = { workItem: ITEM, workItemKey: ITEM, repositoryKey: 'octo-org/octo-repo' };
    await server.run((tx) => {
      insertSession(tx, 15, { id: 'session', ...item });
      const of = { refs: [ITEM], repositoryKey: 'octo-org/octo-repo' };
      insertDelivery(tx, deliveryId, of);
      insertDelivery(tx, 'ignored', { ...of, outcome: 'ignored', reason: 'unauthorized-actor' });
      insertDispatch(tx, 'session', {
        id: dispatchId,
        deliveryId,
        state: 'failed',
        outcome: 'timed-out',
        attemptId: 'attempt',
        endedAt: tx.now,
      });
      insertDispatch(tx, 'session', { state: 'held', outcome: 'rate-limited', heldUntil: tx.now + 60_000 });
      tx.record({ name: 'dispatch.failed', workItem: ITEM, sessionId: 'session', dispatchId, deliveryId });
    });
    const run = join(server.paths.runs, dispatchId, 'attempt');
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'events.jsonl'), `${JSON.stringify({ kind: 'text', text: 'On it.' })}\n`);
  });
  afterAll(() => server.stop());

  test('answers at least ten questions', () => {
    expect(EXAMPLES.filter(({ question }) => /^\d+\. /.test(question)).length).toBeGreaterThanOrEqual(10);
  });

  test.each(EXAMPLES.map((example) => [example.question, example] as const))(
    'its example answers: %s',
    async (_, { query, variables }) => {
      if (query.startsWith('subscription')) {
        const feed = owner.follow(query, variables);
        const [first] = await feed.take(1);
        expect(first).toEqual(expect.any(Object));
        return feed.vanish();
      }
      const data = await owner.ask(query, variables);
      const [found] = Object.values(data);
      expect(found).toEqual(expect.any(Object));
      expect(found.nodes ?? [true]).not.toEqual([]);
    },
  );

  test('names every mutation there is, and none besides', async () => {
    const page = readFileSync(new URL('../../docs/control-plane.md', import.meta.url), 'utf8');
    const table = page.slice(page.indexOf('## Steering'), page.indexOf('## Hooks'));
    const named = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)); // prettier-ignore
    const { __schema } = await owner.ask('{ __schema { mutationType { fields { name } } } }');
    expect(named.sort()).toEqual(__schema.mutationType.fields.map(({ name }: Json) => name).sort());
  });
});
