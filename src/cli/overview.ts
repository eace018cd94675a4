import { UsageError, type ExitCode } from './cli-error.js';
import type { Terminal } from './terminal.js';

interface Listed {
  readonly name: string;
  readonly about: string;
}

/** What to say when the words name no command: the list where help was asked for, a refusal with the nearest one else. */
export function overview(words: readonly string[], terminal: Terminal, commands: readonly Listed[]): ExitCode {
  const wanted = words.filter((word) => word !== 'help' && word !== '--help' && word !== '-h');
  const subject = wanted
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ');
  const group = commands.filter(({ name }) => subject !== '' && name.startsWith(`${subject} `));
  if (wanted.length > 0 && group.length === 0) {
    throw new UsageError(
      `Unknown command ${JSON.stringify(subject || wanted[0])}`,
      subject,
      commands.map(({ name }) => name),
    );
  }
  const listed = group.length > 0 ? group : commands;
  const width = Math.max(...listed.map(({ name }) => name.length));
  terminal.print(
    [
      'the-loop: wakes the right coding-agent session when something happens on GitHub',
      '',
      ...listed.map(({ name, about }) => `  ${terminal.paint('strong', name.padEnd(width))}  ${about}`),
      '',
      'the-loop COMMAND --help shows the options of one command',
    ].join('\n'),
  );
  return words.length > 0 && wanted.length < words.length ? 0 : 2;
}
