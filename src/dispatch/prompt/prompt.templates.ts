import { readFileSync } from 'node:fs';
import type { AppConfig } from '../../config/app-config.js';
import type { PromptTemplates } from './prompt-input.js';
import { templateProblem } from './template.js';
import { TemplateError } from './template.error.js';

/** Reads the templates the configuration names, once, at start. Throws TemplateError for one that cannot be used. */
export function loadPromptTemplates(config: AppConfig): PromptTemplates {
  const { promptTemplate, spawnPromptTemplate } = config.webhooks.ghWebhook.routing;
  return { resume: readTemplate(promptTemplate), spawn: readTemplate(spawnPromptTemplate) };
}

function readTemplate(file: string | null): string | null {
  if (file === null) return null;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new TemplateError(file, reason);
  }
  const problem = templateProblem(text);
  if (problem !== undefined) throw new TemplateError(file, problem);
  return text;
}
