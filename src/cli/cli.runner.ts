import { readArguments } from './call-arguments.js';
import { CliError, UsageError, type ExitCode } from './cli-error.js';
import { COMMANDS, commandOf } from './command.table.js';
import type { Surroundings } from './command.js';
import { printable } from './printable.js';
import type { Terminal } from './terminal.js';

/** One call of the command line, from its words to its exit code. */
export async function runCli(
  words: readonly string[],
  terminal: Terminal,
  surroundings: Surroundings,
): Promise<ExitCode> {
  try {
    return await run(words, terminal, surroundings);
  } catch (error) {
    const code = await complain(error, terminal);
    return words[0] === 'hook' ? HARMLESS : code;
  }
}

/** To a harness the exit code 2 of a hook means: stop what the person was about to do. */
const HARMLESS = 0;

async function run(words: readonly string[], terminal: Terminal, surroundings: Surroundings): Promise<ExitCode> {
  if (words[0] === '--version') {
    terminal.print((await import('./version.reader.js')).version());
    return 0;
  }
  const { entry, rest } = commandOf(words);
  if (entry === undefined) return (await import('./overview.js')).overview(words, terminal, COMMANDS);

  const command = await entry.load();
  const call = readArguments(rest, command.options, command.operands);
  if (call.help) {
    terminal.print((await import('./command-help.js')).commandHelp(entry, command));
    return 0;
  }
  return command.run({ options: call.options, operands: call.operands, terminal, surroundings });
}

async function complain(error: unknown, terminal: Terminal): Promise<ExitCode> {
  if (!(error instanceof CliError)) {
    const { code, message } = error as { code?: unknown; message?: string };
    // Typed errors of the product carry a code and a sentence; anything else is a defect and needs its stack.
    terminal.complain(typeof code === 'string' ? printable(message ?? code) : String((error as Error).stack ?? error));
    return 1;
  }
  terminal.complain(printable(error.message + (await hint(error))));
  return error.exitCode;
}

async function hint(error: CliError): Promise<string> {
  if (!(error instanceof UsageError) || error.word === undefined) return '';
  const { nearestWord } = await import('./nearest-word.js');
  const near = nearestWord(error.word, error.known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
