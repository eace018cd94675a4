import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable, Surroundings } from '../command.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printableLine } from '../printable.js';
import { CLIENT_OPTIONS, locateServer } from '../server.locator.js';
import { FORMAT_OPTION, printRows } from '../table.printer.js';
import type { Terminal, Tone } from '../terminal.js';

const OPTIONS = { ...CLIENT_OPTIONS, ...FORMAT_OPTION } as const satisfies OptionTable;

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly found: string;
  readonly advice: string | null;
}

export const doctor: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: 'Exit code 1: something has to be done. Without a server it looks at what a start would meet.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const findings = await online(surroundings, options.config).catch((error: unknown) => {
      const { code, message } = error as { code?: string; message: string };
      if (code !== 'not-running' && code !== 'bad-configuration') throw error;
      if (code === 'not-running') terminal.complain(`${message}; this is what a start would meet`);
      return offline(surroundings, options.config);
    });
    if (options.format === 'table' && terminal.interactive)
      for (const each of findings) terminal.print(lines(each, terminal));
    else await printRows(terminal, options.format, findings, COLUMNS);
    return findings.some(({ state }) => state === 'problem') ? 1 : 0;
  },
};

async function online(surroundings: Surroundings, config: string | undefined): Promise<readonly Finding[]> {
  const server = await locateServer(surroundings, config);
  const answer = await graphql<{ doctor: { findings: Finding[] } }>(server, OPERATIONS.doctor);
  return answer.doctor.findings;
}

async function offline(surroundings: Surroundings, file: string | undefined): Promise<readonly Finding[]> {
  const { loadConfig } = await import('../../config/config.loader.js');
  try {
    const { config, paths, warnings } = loadConfig({ file, ...surroundings });
    const { examineOffline } = await import('../../control-plane/doctor/offline.doctor.js');
    const { env, home } = surroundings;
    const remarks = warnings.map((found) => ({ name: 'configuration', state: 'note', found, advice: null }));
    return [...remarks, ...(await examineOffline({ config, paths, env, home }))];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== 'bad-configuration') throw error;
    return [{ name: 'configuration', state: 'problem', found: message, advice: 'correct it' }];
  }
}

const COLUMNS = [
  { title: 'state', of: (finding: Finding) => finding.state },
  { title: 'what', of: (finding: Finding) => finding.name },
  { title: 'found', of: (finding: Finding) => finding.found },
  { title: 'what to do', of: (finding: Finding) => finding.advice },
];

const TONES: Readonly<Record<string, Tone>> = { ok: 'good', note: 'warn', problem: 'bad' };

/** What to do stands below what was found: both may be long. */
function lines({ name, state, found, advice }: Finding, { paint }: Pick<Terminal, 'paint'>): string {
  const head = `${paint(TONES[state] ?? 'plain', state.padEnd(7))}  ${paint('strong', name)}: ${printableLine(found)}`;
  return advice === null ? head : `${head}\n${' '.repeat(9)}${paint('quiet', `→ ${printableLine(advice)}`)}`;
}
