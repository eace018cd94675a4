import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { hookAnswer } from '../hooks/hook-answer.js';
import { hookReport, isHookEvent } from '../hooks/hook-report.js';
import { readHookInput } from '../hooks/hook.input.js';
import { printable } from '../printable.js';
import type { Terminal } from '../terminal.js';

const OPTIONS = {
  state: { type: 'string', value: 'DIR', about: 'state folder of the server to report to; "hooks install" writes it' },
} as const satisfies OptionTable;

/** Counted from the start of the process: a person waits for it at every turn. */
const REPORT_WITHIN_MS = 1_400;
const END_WITHIN_MS = 1_700;

export const hook: Command<typeof OPTIONS> = {
  options: OPTIONS,
  operands: ['HARNESS', 'EVENT'],
  notes:
    'Called by a hook of claude, cursor or codex, with its JSON on stdin. Never takes longer than two seconds and always\n' +
    'exits with 0: whatever becomes of the report, the person in front of the harness is not disturbed.',
  async run({ options, operands: [harness = '', event = ''], terminal, surroundings: { env } }): Promise<ExitCode> {
    setTimeout(() => process.exit(0), END_WITHIN_MS - performance.now()).unref();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), REPORT_WITHIN_MS - performance.now());
    try {
      await report({ harness, event, state: options.state, env, terminal, signal: late.signal });
    } catch (error) {
      terminal.complain(printable((error as Error).message));
    } finally {
      clearTimeout(timer);
    }
    return 0;
  },
};

interface Happening {
  readonly harness: string;
  readonly event: string;
  readonly state: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

async function report({ harness, event, state, env, terminal, signal }: Happening): Promise<void> {
  if (!isHookEvent(harness, event)) return terminal.complain(printable(`Nothing is known of "${harness} ${event}"`));
  const found = hookReport(harness, event, await readHookInput(signal), env);
  const { THE_LOOP_CONTROL_URL: controlUrl, THE_LOOP_TOKEN: token } = env;
  const control = controlUrl && token ? { controlUrl, token } : undefined;
  if (found === undefined || (control === undefined && state === undefined)) return;
  const { callServer } = await import('../hooks/hook.call.js');
  const answer = hookAnswer(harness, event, await callServer(found, { control, state }, signal));
  if (answer !== undefined) terminal.print(answer);
}
