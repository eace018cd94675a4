import { mkdirSync, writeFileSync } from 'node:fs';
import { findExecutable } from '../../src/config/executable.finder.js';
import { PLAYGROUND_ASSETS } from '../../src/control-plane/playground/playground-assets.js';
import { Chromium } from '../support/chromium.js';
import { ControlClient } from '../support/control.client.js';
import { insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

const BROWSER = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => findExecutable(name, process.env.PATH ?? ''))
  .find(Boolean);

describe('the playground', () => {
  let server: TestServer;
  let owner: ControlClient;

  beforeAll(async () => {
    server = await TestServer.start();
    server.holdLanes();
    owner = ControlClient.ownerOf(server);
  });
  afterAll(() => server.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    owner.raw({ method: 'GET', path, headers: { authorization: '', 'content-type': '', ...headers } });

  test.each(['', ...Object.keys(PLAYGROUND_ASSETS).map((name) => `playground/${name}`)])(
    '/%s is served without a token, under a strict policy',
    async (path) => {
      const { status, headers, text } = await get(`/${path}`);
      expect([status, text.length > 100]).toEqual([200, true]);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe/);
      expect([headers['x-content-type-options'], headers['referrer-policy']]).toEqual(['nosniff', 'no-referrer']);
    },
  );

  test('it is not served to a foreign Host, and not on the webhook listener', async () => {
    expect((await get('/', { host: 'attacker.tld' })).status).toBe(403);
    const outside = new ControlClient(new URL(server.running.webhookUrl).origin, '');
    expect((await outside.raw({ method: 'GET', path: '/' })).status).toBe(404);
    expect((await outside.raw({ method: 'GET', path: '/playground/start.js' })).status).toBe(404);
  });

  test.each(['/playground/nothing.js', '/playground/..%2f..%2fpackage.json', '/playground/constructor'])(
    'there is nothing at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test('the page holds nothing inline and names no other place', async () => {
    const { text } = await get('/');
    expect(text).not.toMatch(/<script>|<style>|https?:|\son\w+=/);
    const start = await get('/playground/start.js');
    expect(start.text).not.toMatch(/https?:\/\//);
  });

  (BROWSER === undefined ? describe.skip : describe)('in a real browser', () => {
    let chromium: Chromium;

    beforeAll(async () => {
      await server.run((tx) => insertSession(tx, 7, { id: 'seven' }));
      chromium = await Chromium.open(BROWSER!);
    });
    afterAll(() => chromium?.close());

    const press = (tab: number) =>
      chromium.evaluate(`(() => { document.querySelectorAll('.graphiql-tab-button')[${tab}].click(); })()`);
    const run = () => chromium.evaluate(`document.querySelector('.graphiql-execute-button').click()`);
    const result = `document.querySelector('.result-window')?.textContent ?? ''`;

    test('it opens with the token of the fragment, which leaves the address at once', async () => {
      await chromium.goto(`${owner.url}/#token=${owner.token}`);
      await chromium.until(`document.querySelectorAll('.graphiql-tab-button').length === 3`);
      expect(await chromium.evaluate('location.href')).toBe(`${owner.url}/`);
      expect(await chromium.evaluate('JSON.stringify(localStorage)')).not.toContain(owner.token);
    });

    test('it runs a query and knows the schema', async () => {
      await press(0);
      await run();
      await chromium.until(`(${result}).includes('github:Octo-Org/Shop#7')`);
      await chromium.evaluate(`document.querySelector('button[aria-label="Show Documentation Explorer"]').click()`);
      await chromium.until(`document.querySelector('.graphiql-doc-explorer')?.textContent.includes('Subscription')`);
    });

    test('it follows the feed: a delivery is posted, and its event arrives', async () => {
      await press(2);
      const isOpen = (): boolean => chromium.requests.some((url) => url.startsWith('ws:'));
      // For a moment after a change of tabs GraphiQL still runs the operation of the former one.
      while (!isOpen())
        await chromium.evaluate(`document.querySelector('.graphiql-execute-button[aria-label^="Execute"]')?.click()`);
      // The socket may still be greeting, so deliveries are posted until one is seen.
      let seen = false;
      const watching = chromium
        .until(`(${result}).includes('webhook.received') || (${result}).includes('routing.')`)
        .then(() => (seen = true));
      while (!seen)
        expect((await server.post({ zen: 'Keep it logically awesome' }, { event: 'ping' })).status).toBe(202);
      await watching;
      mkdirSync('artefacts', { recursive: true });
      writeFileSync('artefacts/playground.png', await chromium.screenshot());
    });

    test('nothing was asked of any other place, and the policy was never violated', () => {
      const places = new Set(
        chromium.requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).host),
      );
      expect([...places]).toEqual([new URL(owner.url).host]);
      expect(chromium.complaints.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
    });
  });
});
