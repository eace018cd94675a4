import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { printable } from '../printable.js';
import type { Terminal } from '../terminal.js';

/** Lies in the root of the package, four levels above this module's compiled place. */
const SCHEMA = fileURLToPath(new URL('../../../../config.schema.json', import.meta.url));
const IGNORED = '.the-loop/';

const OPTIONS = {} as const satisfies OptionTable;

export const init: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: 'Writes into .the-loop of this directory and leaves alone what is there already.',
  async run({ terminal, surroundings: { cwd } }): Promise<ExitCode> {
    const folder = join(cwd, '.the-loop');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const secret = join('.the-loop', 'webhook.secret');
    // Without a newline at its end: what is in the file is what GitHub has to know.
    put(terminal, join(cwd, secret), randomBytes(32).toString('hex'), 'a webhook secret only you can read');

    const schema = existsSync(SCHEMA) ? './config.schema.json' : undefined;
    if (schema !== undefined) copyFileSync(SCHEMA, join(folder, 'config.schema.json'));
    const { starterConfig } = await import('../../config/init-files.js');
    put(terminal, join(folder, 'config.yaml'), starterConfig({ secretFile: secret, schema }), 'the configuration');
    ignore(terminal, join(cwd, '.gitignore'));

    terminal.print(await nextSteps(secret));
    return 0;
  },
};

function put(terminal: Terminal, file: string, text: string, what: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    terminal.print(printable(`Wrote ${file} (${what})`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    terminal.print(printable(`Kept ${file} (${what})`));
  }
}

function ignore(terminal: Terminal, file: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text.split(/\r?\n/).some((line) => line === IGNORED || line === '.the-loop' || line === `/${IGNORED}`)) return;
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${IGNORED}\n`);
  terminal.print(printable(`Added ${IGNORED} to ${file}`));
}

async function nextSteps(secret: string): Promise<string> {
  const { DEFAULT_EVENTS } = await import('../../config/gh-webhook-config.js');
  return `
On GitHub, under Settings → Webhooks → Add webhook of your repository, enter
  Payload URL    the public address of your tunnel, with /gh-webhook at its end
  Content type   application/json
  Secret         the output of: cat ${secret}
  Events         ${DEFAULT_EVENTS.join(', ')}

or, to try it out without a tunnel of your own, with the extension cli/gh-webhook of GitHub's command line
  gh webhook forward --repo=OWNER/REPO --events=${DEFAULT_EVENTS.join(',')} \\
    --secret="$(cat ${secret})" --url=http://127.0.0.1:8787/gh-webhook

Then: the-loop start`;
}
