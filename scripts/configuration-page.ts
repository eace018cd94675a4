import { AppConfig } from '../src/config/app-config.js';
import { type ConfigClass, keysOf } from '../src/config/config-key.js';
import { PLACEHOLDERS } from '../src/dispatch/prompt/template.js';
import { table } from './markdown-table.js';

/** docs/configuration.md: every key with its default and its sentence. */
export function configurationPage(): string {
  return [
    '# Configuration',
    INTRODUCTION,
    ...sectionPages(AppConfig, []),
    '## Prompt templates',
    TEMPLATES,
    table(
      ['Placeholder', 'Stands for'],
      Object.entries(PLACEHOLDERS).map(([name, meaning]) => [`\`$${name}\``, meaning]),
    ),
  ].join('\n\n');
}

const INTRODUCTION = `The file is looked up in this order: \`--config FILE\`, \`$THE_LOOP_CONFIG\`, \`.the-loop/config.yaml\` in the directory of start,
\`~/.the-loop/config.yaml\`. Without a file the defaults below hold. It is read once, at start, and never from a work tree.

A file that cannot be read, an unknown key or a value of the wrong type ends the start, and one error names every problem with its line.
Relative paths count from the directory of start, \`~\` is your home directory. \`config.schema.json\` describes the file for editors.

Secrets are never written in here. \`secretFile\` names a file that only you may read (0600); without it the environment variable named
by \`secretEnv\` is read. Both hold one secret per line: for a rotation put the new one on a second line, change it on GitHub, and remove the old one.
A newline at the end is not part of the secret.`;

const TEMPLATES = `\`routing.promptTemplate\` and \`routing.spawnPromptTemplate\` name files that take the place of the built-in prompts. They may use
these placeholders, as \`$name\` or \`\${name}\`; \`$$\` is a dollar. An unknown one ends the start. What people wrote on GitHub stands in \`$excerpt\` and
nowhere else. A template may begin with a command of your own, such as \`/the-loop:work-on $work_item\`.`;

function sectionPages(type: ConfigClass, at: readonly string[]): string[] {
  const defaults = new type() as Record<string, unknown>;
  const values = keysOf(type).filter((key) => key.section === null);
  const rows = values.map((key) => [`\`${key.name}\``, `\`${shown(defaults[key.name])}\``, key.sentence, key.expected]);
  const own = rows.length === 0 ? [] : [`## ${at.join('.')}`, table(['Key', 'Default', 'Meaning', 'Value'], rows)];
  const below = keysOf(type).flatMap((key) =>
    key.section === null ? [] : sectionPages(key.section, [...at, key.name]),
  );
  return [...own, ...below];
}

function shown(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : JSON.stringify(value);
}
