import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError, type ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql } from '../graphql.client.js';
import { importedRecord } from '../imported-record.js';
import { OPERATIONS } from '../operations.js';
import { printableLine } from '../printable.js';
import { CLIENT_OPTIONS, type ControlAccess, locateServer } from '../server.locator.js';
import { FORMAT_OPTION, printRows } from '../table.printer.js';

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

interface Verdict {
  readonly file: string;
  readonly outcome: 'imported' | 'known' | 'skipped';
  readonly workItem: string | null;
  /** Why it was skipped. */
  readonly error: string | null;
}

export const sessionsImport: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['DIR'],
  notes:
    'Reads the *.json files of DIR, one record each, in the shape "sessions list --format json" prints. Each is judged alone:\n' +
    'one that cannot be taken is named and skipped, the others go on. May be repeated. Exit code 1: some were skipped.',
  async run({ options, operands: [folder = ''], terminal, surroundings }): Promise<ExitCode> {
    const directory = resolve(surroundings.cwd, folder);
    const names = recordsIn(directory);
    const server = await locateServer(surroundings, options.config);
    const verdicts: Verdict[] = [];
    for (const name of names) verdicts.push(await judged(server, directory, name));
    await printRows(terminal, options.format, verdicts, COLUMNS);
    const of = (outcome: Verdict['outcome']): number => verdicts.filter((each) => each.outcome === outcome).length;
    terminal.complain(`${of('imported')} imported, ${of('known')} here already, ${of('skipped')} skipped`);
    return of('skipped') > 0 ? 1 : 0;
  },
};

function recordsIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    throw new CliError('no-directory', 1, `Cannot read ${directory}: ${(error as Error).message}`);
  }
}

async function judged(server: ControlAccess, directory: string, file: string): Promise<Verdict> {
  const skipped = (error: string): Verdict => ({ file, outcome: 'skipped', workItem: null, error });
  let text: string;
  try {
    text = readFileSync(join(directory, file), 'utf8');
  } catch (error) {
    return skipped((error as Error).message);
  }
  const record = importedRecord(text);
  if (typeof record === 'string') return skipped(record);
  try {
    const { importSession } = await graphql<{ importSession: { isNew: boolean } }>(server, OPERATIONS.importSession, {
      record,
    });
    return { file, outcome: importSession.isNew ? 'imported' : 'known', workItem: record.workItem, error: null };
  } catch (error) {
    // The server has judged this record; when it is gone, that concerns all of them.
    if (!(error instanceof CliError) || GONE.includes(error.code)) throw error;
    return { ...skipped(printableLine(error.message)), workItem: record.workItem };
  }
}

const GONE = ['not-running', 'no-answer', 'unauthorized', 'no-result'];

const COLUMNS = [
  { title: 'outcome', of: (verdict: Verdict) => verdict.outcome },
  { title: 'file', of: (verdict: Verdict) => verdict.file },
  { title: 'work item', of: (verdict: Verdict) => verdict.workItem },
  { title: 'why', of: (verdict: Verdict) => verdict.error },
];
