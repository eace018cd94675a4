import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppConfig } from '../../config/app-config.js';
import { loadPromptTemplates } from './prompt.templates.js';
import { TemplateError } from './template.error.js';

describe('loading prompt templates', () => {
  let directory: string;
  let config: AppConfig;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'the-loop-templates-'));
    config = new AppConfig();
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };

  test('none are configured: the built-in ones hold', () => {
    expect(loadPromptTemplates(config)).toEqual({ resume: null, spawn: null });
  });

  test('files are read as they are', () => {
    config.webhooks.ghWebhook.routing.promptTemplate = file('event.md', 'Look: $excerpt\n');
    config.webhooks.ghWebhook.routing.spawnPromptTemplate = file('spawn.md', '/work $work_item');
    expect(loadPromptTemplates(config)).toEqual({ resume: 'Look: $excerpt\n', spawn: '/work $work_item' });
  });

  test('a template that cannot be used stops the start, naming its file', () => {
    const bad = (config.webhooks.ghWebhook.routing.promptTemplate = file('event.md', '$body'));
    expect(() => loadPromptTemplates(config)).toThrow(TemplateError);
    expect(() => loadPromptTemplates(config)).toThrow(`Cannot use the prompt template ${bad}: it asks for $body`);
  });

  test('a missing file stops the start', () => {
    config.webhooks.ghWebhook.routing.spawnPromptTemplate = join(directory, 'missing.md');
    expect(() => loadPromptTemplates(config)).toThrow(/missing\.md: there is no such file/);
  });
});
