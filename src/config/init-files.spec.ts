import { AppConfig } from './app-config.js';
import { starterConfig } from './init-files.js';
import { readConfig } from './read-config.js';

describe('the configuration init writes', () => {
  const text = starterConfig({ secretFile: '.the-loop/webhook.secret', schema: './config.schema.json' });

  test('can be used as it is, and turns on routing and batching', () => {
    const { config, problems, warnings } = readConfig(text, 'config.yaml');
    expect([...problems, ...warnings]).toEqual([]);
    const expected = new AppConfig();
    expected.webhooks.ghWebhook.secretFile = '.the-loop/webhook.secret';
    expected.webhooks.ghWebhook.routing.enabled = true;
    expected.webhooks.ghWebhook.routing.batching.mode = 'queued';
    expected.webhooks.ghWebhook.routing.batching.quietSeconds = 5;
    expect(config).toEqual(expected);
  });

  test('every key it offers in a comment can be uncommented', () => {
    const all = text.replace(/^( *)# (?=( *)(\w+: *(\S.*)?)$)/gm, '$1');
    expect(all).toMatch(/^ {6}authorizedUsers: \[your-login\]$/m);
    expect(all).toMatch(/^ {6}harnessArgs:$/m);
    expect(readConfig(all, 'config.yaml').problems).toEqual([]);
  });

  test('a secret file of any name is written so that it is read back', () => {
    const file = '/home/some one/# "key".txt';
    expect(readConfig(starterConfig({ secretFile: file }), 'c').config.webhooks.ghWebhook.secretFile).toBe(file);
  });
});
