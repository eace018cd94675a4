import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The versions the adapters were measured with; a newer one is tried by changing a number here. */
export const PINNED = { claude: '2.1.332', codex: '0.171.0' } as const;

export type RealHarness = keyof typeof PINNED;
export type RealPrograms = Readonly<Record<RealHarness, string>>;

/** Kept between runs and out of the project's own dependencies: together they are 800 MB. */
const FOLDER = resolve(process.env['REAL_PROGRAMS'] ?? 'node_modules/.cache/the-loop-real-programs');
const INSTALLED_WITHIN_MS = 600_000;
const PROGRAMS: RealPrograms = {
  // Without its install script the package's own command only says that the script has not run; this is what it starts.
  claude: `node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  codex: 'node_modules/.bin/codex',
};
const QUIETLY = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-fund', '--no-audit'];
const OUT_OF_REACH =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b|spawn npm ENOENT/;

/** The real programs; in a sentence why they cannot be had here, when npm is out of reach. None of them runs meanwhile. */
export async function realPrograms(): Promise<RealPrograms | string> {
  const folder = join(FOLDER, `claude-${PINNED.claude}-codex-${PINNED.codex}`);
  const programs = { claude: join(folder, PROGRAMS.claude), codex: join(folder, PROGRAMS.codex) };
  if (Object.values(programs).every((program) => existsSync(program))) return programs;
  mkdirSync(folder, { recursive: true });
  const wanted = [`@anthropic-ai/claude-code@${PINNED.claude}`, `@openai/codex@${PINNED.codex}`];
  const patience = ['--prefer-offline', '--fetch-retries=1'];
  try {
    await run('npm', ['install', '--prefix', folder, ...QUIETLY, ...patience, ...wanted], {
      timeout: INSTALLED_WITHIN_MS,
    });
  } catch (error) {
    const said = saidBy(error);
    if (OUT_OF_REACH.test(said)) return `npm cannot be reached (${said.split('\n')[0]})`;
    throw new Error(`Cannot install ${wanted.join(' and ')}: ${said}`);
  }
  for (const program of Object.values(programs)) {
    if (!existsSync(program)) throw new Error(`Cannot run the real programs: npm installed no "${program}"`);
  }
  return programs;
}

function saidBy(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr ?? '').trim() || message;
}
