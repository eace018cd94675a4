import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SqliteEngine } from '../../src/database/sqlite.engine.js';
import { ControlClient } from '../support/control.client.js';
import { insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

describe('checkouts and copies, at the word of the owner', () => {
  let server: TestServer;
  let owner: ControlClient;

  beforeAll(async () => {
    server = await TestServer.start((config) => {
      const { routing } = config.webhooks.ghWebhook;
      routing.workspace.root = join(routing.spawnWorkdir as string, 'trees');
    });
    server.holdLanes();
    owner = ControlClient.ownerOf(server);
    await server.run((tx) => insertSession(tx, 1, { id: 'closed', status: 'closed', closedAt: 1 }));
  });
  afterAll(() => server.stop());

  test('what lies below the root is listed, also what nobody has on record', async () => {
    const path = join(server.folder, 'trees', 'github.com', 'octo-org', 'shop', '99');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'file'), 'x'.repeat(5_000));
    const { workspaces } = await owner.ask('{ workspaces { kind path sizeBytes sessionId reason detail } }');
    expect(workspaces).toEqual([
      { kind: 'unknown', path, sizeBytes: expect.any(Number), sessionId: null, reason: 'not-recorded', detail: expect.any(String) }, // prettier-ignore
    ]);
    const { pruneWorkspaces } = await owner.ask('mutation { pruneWorkspaces { releases { tree } clones } }');
    expect(pruneWorkspaces).toEqual({ releases: [], clones: [] });
    expect(readdirSync(path)).toEqual(['file']);
  });

  test('a session without a checkout has none to release, and an unknown one is refused', async () => {
    const release = (session: string) =>
      `mutation { releaseWorkspace(session: "${session}") { sessionId tree reason } }`;
    for (const name of ['closed', 'github:octo-org/SHOP#1']) {
      const { releaseWorkspace } = await owner.ask(release(name));
      expect(releaseWorkspace).toEqual({ sessionId: 'closed', tree: 'none', reason: null });
    }
    expect((await owner.refusal(release('github:o/r#1')))[0]).toBe('session-not-found');
  });

  test('a copy of the database is whole, is for its owner alone, and only three are kept', async () => {
    const copies: string[] = [];
    for (let time = 0; time < 4; time++) copies.push((await owner.ask('mutation { backup }')).backup);
    expect(readdirSync(server.paths.backups).map((name) => join(dirname(copies[0]!), name))).toEqual(copies.slice(1));
    const newest = copies.at(-1)!;
    expect(statSync(newest).mode & 0o777).toBe(0o600);
    const engine = new SqliteEngine(newest, { readonly: true });
    expect(engine.prepare('SELECT id FROM session').all()).toMatchObject([{ id: 'closed' }]);
    engine.close();
  });
});
