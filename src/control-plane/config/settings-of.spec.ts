import { AppConfig } from '../../config/app-config.js';
import { settingsOf } from './settings-of.js';

function shown(config: object): Record<string, unknown> {
  return Object.fromEntries(settingsOf(config).map(({ key, value }) => [key, JSON.parse(value)]));
}

describe('the settings in effect', () => {
  test('show every key of the product with its value', () => {
    const settings = shown(new AppConfig());
    expect(settings).toMatchObject({
      'control.port': 8788,
      'webhooks.ghWebhook.secretEnv': 'THE_LOOP_GH_WEBHOOK_SECRET',
      'webhooks.ghWebhook.routing.authorizedUsers': null,
      'webhooks.ghWebhook.routing.batching.mode': 'off',
      'harnesses.claude.binary': 'claude',
    });
  });

  test('leave out what a user has put into arguments', () => {
    const harnessArgs = { claude: ['--model', 'opus', '--api-key', 'abc', '--auth-token=abc', '--add-dir', '/tmp'] };
    expect(shown({ harnessArgs })['harnessArgs.claude']).toEqual([
      '--model',
      'opus',
      '--api-key',
      '(hidden)',
      '--auth-token=(hidden)',
      '--add-dir',
      '/tmp',
    ]);
  });

  test('leave out a value whose key says that it is secret', () => {
    expect(shown({ state: { password: 'abc' } })).toEqual({ 'state.password': '(hidden)' });
  });

  test('show empty sections as such', () => {
    expect(shown({ a: {}, b: [] })).toEqual({ a: {}, b: [] });
  });
});
