import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppConfig } from './app-config.js';
import { loadSecrets } from './secrets.loader.js';

const STRONG = 'b9f3c1d7e5a2484f9c60';
const OTHER = '0c6f9484a2e5d7c1f3b9';

describe('loading the webhook secrets', () => {
  let base: string;
  let config: AppConfig;
  let warnings: string[];

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'the-loop-secret-'));
    config = new AppConfig();
    warnings = [];
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const load = (env: Record<string, string> = {}): string[] =>
    loadSecrets(config, env, base, (sentence) => warnings.push(sentence));
  const file = (text: string, mode = 0o600): void => {
    writeFileSync(join(base, 'secret'), text);
    chmodSync(join(base, 'secret'), mode);
    config.webhooks.ghWebhook.secretFile = 'secret';
  };

  test('a secret from the environment', () => {
    expect(load({ THE_LOOP_GH_WEBHOOK_SECRET: STRONG })).toEqual([STRONG]);
    expect(warnings).toEqual([]);
  });

  test('the name of the variable can be chosen', () => {
    config.webhooks.ghWebhook.secretEnv = 'MINE';
    expect(load({ MINE: STRONG, THE_LOOP_GH_WEBHOOK_SECRET: OTHER })).toEqual([STRONG]);
  });

  test('a file goes before the environment', () => {
    file(STRONG);
    expect(load({ THE_LOOP_GH_WEBHOOK_SECRET: OTHER })).toEqual([STRONG]);
  });

  test('several lines are several secrets, in order', () => {
    file(`${STRONG}\r\n\n${OTHER}\n${STRONG}`);
    expect(load()).toEqual([STRONG, OTHER]);
  });

  test('commas and inner blanks belong to a secret', () => {
    expect(load({ THE_LOOP_GH_WEBHOOK_SECRET: "It's a Secret, to Everybody" })).toEqual([
      "It's a Secret, to Everybody",
    ]);
  });

  test('a final newline is left out and told', () => {
    file(`${STRONG}\n`);
    expect(load()).toEqual([STRONG]);
    expect(warnings).toEqual([expect.stringContaining('ends in a newline')]);
  });

  test('blanks around are left out and told', () => {
    expect(load({ THE_LOOP_GH_WEBHOOK_SECRET: ` ${STRONG}` })).toEqual([STRONG]);
    expect(warnings).toEqual([expect.stringContaining('Blanks around')]);
  });

  test.each([
    ['short', 'it has only 5 characters'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 'it uses only 1 different characters'],
  ])('a weak secret is used, told, and never quoted: %s', (secret, why) => {
    expect(load({ THE_LOOP_GH_WEBHOOK_SECRET: secret })).toEqual([secret]);
    expect(warnings).toEqual([expect.stringContaining(why)]);
    expect(warnings.join()).not.toContain(secret);
  });

  test.each([
    ['no variable', {}],
    ['an empty one', { THE_LOOP_GH_WEBHOOK_SECRET: '' }],
    ['a blank one', { THE_LOOP_GH_WEBHOOK_SECRET: ' \n ' }],
  ])('%s is refused, and the sentence says how to make a secret', (_, env) => {
    expect(() => load(env)).toThrow(/\$THE_LOOP_GH_WEBHOOK_SECRET is empty .* make one with "the-loop init"/);
  });

  test.each(['', '\n \n'])('a file without content is refused: %j', (text) => {
    file(text);
    expect(() => load()).toThrow(/is empty; make one/);
  });

  test('a missing file is refused', () => {
    config.webhooks.ghWebhook.secretFile = 'nowhere';
    expect(() => load()).toThrow(/nowhere: there is no such file/);
  });

  test.each([0o644, 0o640, 0o604])('a file that others may read is refused: mode %o', (mode) => {
    file(STRONG, mode);
    expect(() => load()).toThrow(/others may read it .*chmod 600/);
  });

  test('no secret is fine when unsigned deliveries are allowed, and a secret still counts', () => {
    config.webhooks.ghWebhook.allowUnsigned = true;
    expect(load()).toEqual([]);
    expect(load({ THE_LOOP_GH_WEBHOOK_SECRET: STRONG })).toEqual([STRONG]);
  });
});
