import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { configSchema } from '../../scripts/config-schema.js';
import { AppConfig } from '../../src/config/app-config.js';
import { starterConfig } from '../../src/config/init-files.js';
import { readConfig } from '../../src/config/read-config.js';

const validate = new Ajv({ allErrors: true }).compile(configSchema());

describe('the schema of the configuration', () => {
  test.each<[string, unknown]>([
    ['the defaults', JSON.parse(JSON.stringify(new AppConfig()))],
    ['nothing', {}],
    ['what init writes', parse(starterConfig({ secretFile: 'x' }))],
    ['a map of directories', parse('webhooks: { ghWebhook: { routing: { spawnWorkdir: { a/b: ~/b } } } }')],
    ['quiet actions', parse('webhooks: { ghWebhook: { routing: { quietActions: { issues: [pinned] } } } }')],
  ])('it accepts %s', (_, value) => {
    validate(value);
    expect(validate.errors).toBeNull();
  });

  test.each([
    'unknown: 1',
    'queue: { maxTotal: "5" }',
    'queue: { maxTotal: 0 }',
    'control: { port: 70000 }',
    'webhooks: { ghWebhook: { routing: { authorizedUsers: bob } } }',
    'webhooks: { ghWebhook: { routing: { authorizedUsers: ["@bob"] } } }',
    'webhooks: { ghWebhook: { routing: { spawnOnUnmatched: sometimes } } }',
    'webhooks: { ghWebhook: { routing: { quietActions: { issues: pinned } } } }',
    'webhooks: { ghWebhook: { routing: { spawnWorkdir: { repo: x } } } }',
    'webhooks: { ghWebhook: { routing: { batching: { mode: true } } } }',
    'webhooks: { ghWebhook: { path: /healthz } }',
    'webhooks: { ghWebhook: { secretEnv: "A B" } }',
    'harnesses: { claude: { outputFormat: text } }',
  ])('it refuses what the loader refuses: %s', (text) => {
    expect(validate(parse(text))).toBe(false);
    expect(readConfig(text, 'config.yaml').problems).not.toEqual([]);
  });
});
