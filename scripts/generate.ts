import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { schemaText } from '../src/control-plane/schema.text.js';
import { reasonsPage } from '../src/routing/reasons-page.js';
import { activityPage } from './activity-page.js';
import { configSchema } from './config-schema.js';
import { configurationPage } from './configuration-page.js';

/**
 * Writes everything that is generated from the source, from the root of the package; with --check it only compares,
 * and exits 1 naming what is out of date.
 */
const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  'config.schema.json': () => JSON.stringify(configSchema()),
  'docs/configuration.md': configurationPage,
  'docs/activity.md': activityPage,
  'docs/reasons.md': reasonsPage,
  'schema.gql': schemaText,
};

async function generate(check: boolean): Promise<number> {
  const stale: string[] = [];
  for (const [file, produce] of Object.entries(GENERATED)) {
    const text = await formatted(file, await produce());
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    stale.push(file);
    if (!check) writeFileSync(file, text);
  }
  if (stale.length === 0) return 0;
  if (!check) return (console.log(`Wrote ${stale.join(', ')}`), 0);
  console.error(`Out of date: ${stale.join(', ')}; run "npm run generate" and commit the result`);
  return 1;
}

/** The schema stays as graphql prints it: that is what other programs compare with. */
async function formatted(file: string, text: string): Promise<string> {
  return file.endsWith('.gql') ? text : format(text, { ...(await resolveConfig(file)), filepath: file });
}

process.exitCode = await generate(process.argv.includes('--check'));
